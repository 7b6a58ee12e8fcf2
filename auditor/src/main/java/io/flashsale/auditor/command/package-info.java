/** The auditor as a command, {@code auditor/audit}: reads the servers by itself, without any service running. */
@NullMarked
package io.flashsale.auditor.command;

import org.jspecify.annotations.NullMarked;
