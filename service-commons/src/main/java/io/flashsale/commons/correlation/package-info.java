@NullMarked
package io.flashsale.commons.correlation;

import org.jspecify.annotations.NullMarked;
