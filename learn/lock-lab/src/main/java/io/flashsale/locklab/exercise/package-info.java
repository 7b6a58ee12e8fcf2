/** The exercises of the course that change code, and what proves each. */
@NullMarked
package io.flashsale.locklab.exercise;

import org.jspecify.annotations.NullMarked;
