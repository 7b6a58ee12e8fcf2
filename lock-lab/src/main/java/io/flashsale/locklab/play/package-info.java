/** Scripts that several cases share: the same thing happens to one scheme and to the one that cures it. */
@NullMarked
package io.flashsale.locklab.play;

import org.jspecify.annotations.NullMarked;
