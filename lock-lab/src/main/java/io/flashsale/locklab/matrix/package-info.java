/** The matrix: each scheme against what one asks of a lock, filled from runs. */
@NullMarked
package io.flashsale.locklab.matrix;

import org.jspecify.annotations.NullMarked;
