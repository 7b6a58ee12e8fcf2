/** The ledger of stock-service as order-service calls it: units are deducted for orders, each order once. */
@NullMarked
package io.flashsale.contracts.stock;

import org.jspecify.annotations.NullMarked;
