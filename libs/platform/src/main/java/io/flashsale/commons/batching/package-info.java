/** Doing the work of callers in groups, and work in independent parts. */
@NullMarked
package io.flashsale.commons.batching;

import org.jspecify.annotations.NullMarked;
