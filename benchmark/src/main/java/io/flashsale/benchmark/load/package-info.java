/** What sends the load, and what it says it saw. */
@NullMarked
package io.flashsale.benchmark.load;

import org.jspecify.annotations.NullMarked;
