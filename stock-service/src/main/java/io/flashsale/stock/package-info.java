/** Products, sales, and who gets one: reservations in Redis, the ledger in MySQL, and what keeps the two together. */
@NullMarked
package io.flashsale.stock;

import org.jspecify.annotations.NullMarked;
