/** Hands orders and refunds out as files for spreadsheets. */
@NullMarked
package io.flashsale.order.export;

import org.jspecify.annotations.NullMarked;
