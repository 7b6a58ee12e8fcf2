@NullMarked
package io.flashsale.gateway.soldout;

import org.jspecify.annotations.NullMarked;
