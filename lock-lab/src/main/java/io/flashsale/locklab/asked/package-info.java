/** What is asked of each scheme alike, so that all of them can be compared: the scenarios behind the matrix. */
@NullMarked
package io.flashsale.locklab.asked;

import org.jspecify.annotations.NullMarked;
