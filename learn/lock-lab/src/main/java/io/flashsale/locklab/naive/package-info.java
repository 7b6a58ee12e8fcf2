/** A common purchase path that is wrong on purpose: it oversells, and the auditor shows it. */
@NullMarked
package io.flashsale.locklab.naive;

import org.jspecify.annotations.NullMarked;
