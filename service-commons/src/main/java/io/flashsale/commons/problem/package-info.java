@NullMarked
package io.flashsale.commons.problem;

import org.jspecify.annotations.NullMarked;
