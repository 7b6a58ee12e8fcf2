/** Products and sales: what is on offer, and its administration. */
@NullMarked
package io.flashsale.stock.catalogue;

import org.jspecify.annotations.NullMarked;
