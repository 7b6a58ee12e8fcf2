@NullMarked
package io.flashsale.web.correlation;

import org.jspecify.annotations.NullMarked;
