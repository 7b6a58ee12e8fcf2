/** The auditor as a command, {@code tools/auditor/audit}: reads the servers directly, without any running service. */
@NullMarked
package io.flashsale.auditor.command;

import org.jspecify.annotations.NullMarked;
