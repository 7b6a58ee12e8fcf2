/**
 * The bench behind {@code ./bench}: how fast the whole system is on this machine, in one run, by known load generators.
 *
 * <p>One package on purpose: a single program of small classes, of which only the main class is called from outside.
 */
@NullMarked
package io.flashsale.benchmark;

import org.jspecify.annotations.NullMarked;
