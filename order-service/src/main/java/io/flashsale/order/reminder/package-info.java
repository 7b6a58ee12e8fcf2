/** Reminders of sales that open soon, for the shoppers who asked. */
@NullMarked
package io.flashsale.order.reminder;

import org.jspecify.annotations.NullMarked;
