/**
 * The bench behind {@code ./bench}: measures in one run, with known load generators, how fast the system is on this
 * machine.
 */
@NullMarked
package io.flashsale.benchmark;

import org.jspecify.annotations.NullMarked;
