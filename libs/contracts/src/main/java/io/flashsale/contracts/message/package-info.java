/** Messages to shoppers, which any service may send and order-service delivers. */
@NullMarked
package io.flashsale.contracts.message;

import org.jspecify.annotations.NullMarked;
