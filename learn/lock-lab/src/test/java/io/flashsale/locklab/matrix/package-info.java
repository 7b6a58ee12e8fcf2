/** Tests of the committed matrix and of the way it is filled. */
@NullMarked
package io.flashsale.locklab.matrix;

import org.jspecify.annotations.NullMarked;
