/** {@code lab/cases} on the command line. */
@NullMarked
package io.flashsale.lab.cases.command;

import org.jspecify.annotations.NullMarked;
