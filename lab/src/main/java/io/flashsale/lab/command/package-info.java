/** The auditor as a command, {@code lab/audit}: reads the servers by itself, without the lab or any service running. */
@NullMarked
package io.flashsale.lab.command;

import org.jspecify.annotations.NullMarked;
