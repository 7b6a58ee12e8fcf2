/** The checks, and the command that runs them. */
@NullMarked
package io.flashsale.steps.check;

import org.jspecify.annotations.NullMarked;
