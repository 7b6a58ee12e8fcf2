/** Answers for sold-out sales, so that the crowd does not reach stock-service. */
@NullMarked
package io.flashsale.gateway.soldout;

import org.jspecify.annotations.NullMarked;
