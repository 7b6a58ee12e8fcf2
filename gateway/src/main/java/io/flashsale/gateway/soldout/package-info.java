/** Answers for sales that have nothing left, so that the crowd does not reach stock-service. */
@NullMarked
package io.flashsale.gateway.soldout;

import org.jspecify.annotations.NullMarked;
