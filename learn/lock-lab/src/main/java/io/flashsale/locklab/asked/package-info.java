/** Scenarios that ask the same questions of every scheme, so that the matrix can compare them. */
@NullMarked
package io.flashsale.locklab.asked;

import org.jspecify.annotations.NullMarked;
