/** A purchase path as it is often written, and wrong on purpose: it oversells, and the auditor shows it. */
@NullMarked
package io.flashsale.lab.naive;

import org.jspecify.annotations.NullMarked;
