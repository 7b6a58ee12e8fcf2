/** Scripts that several cases share: the same thing happens to one scheme and to the one that cures it. */
@NullMarked
package io.flashsale.locklab.fault;

import org.jspecify.annotations.NullMarked;
