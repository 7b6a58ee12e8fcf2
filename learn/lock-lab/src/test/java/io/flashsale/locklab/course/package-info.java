@NullMarked
package io.flashsale.locklab.course;

import org.jspecify.annotations.NullMarked;
