/**
 * The bench behind {@code ./bench}: how fast the whole system is on this machine, in one run, by known load generators.
 */
@NullMarked
package io.flashsale.benchmark;

import org.jspecify.annotations.NullMarked;
