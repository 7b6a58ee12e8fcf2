@NullMarked
package io.flashsale.web.problem;

import org.jspecify.annotations.NullMarked;
