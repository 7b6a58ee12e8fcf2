/** Runs {@code ./demo}: the whole system on this machine, with demo data, until it is stopped. */
@NullMarked
package io.flashsale.devstack.launcher;

import org.jspecify.annotations.NullMarked;
