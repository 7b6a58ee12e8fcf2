/**
 * Products, sales, and who gets a unit: reservations in Redis, the ledger in MySQL, and what keeps the two together.
 */
@NullMarked
package io.flashsale.stock;

import org.jspecify.annotations.NullMarked;
