/** The ledger of stock-service as order-service calls it: deducts units for orders, once for each order. */
@NullMarked
package io.flashsale.contracts.stock;

import org.jspecify.annotations.NullMarked;
