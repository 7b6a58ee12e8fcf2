/** Doing the work of callers in groups. */
@NullMarked
package io.flashsale.commons.batching;

import org.jspecify.annotations.NullMarked;
