/** Sends the load and reports the load generators' results. */
@NullMarked
package io.flashsale.benchmark.load;

import org.jspecify.annotations.NullMarked;
