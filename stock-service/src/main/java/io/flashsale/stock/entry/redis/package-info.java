/** The entry of sales in Redis. */
@NullMarked
package io.flashsale.stock.entry.redis;

import org.jspecify.annotations.NullMarked;
