/** The matrix scores each scheme against the properties a lock should have. It is filled from runs. */
@NullMarked
package io.flashsale.locklab.matrix;

import org.jspecify.annotations.NullMarked;
