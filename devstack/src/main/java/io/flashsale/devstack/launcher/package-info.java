/**
 * What {@code ./demo} runs: the whole system on this machine, with demo data, until it is stopped.
 *
 * <p>One package on purpose: everything but the main class is package-private, and start, demo data and stop know each other.
 */
@NullMarked
package io.flashsale.devstack.launcher;

import org.jspecify.annotations.NullMarked;
