/** The matrix, as it is committed, and as it is filled. */
@NullMarked
package io.flashsale.locklab.matrix;

import org.jspecify.annotations.NullMarked;
