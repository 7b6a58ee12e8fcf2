/** What our tables have in common. */
@NullMarked
package io.flashsale.order.sql;

import org.jspecify.annotations.NullMarked;
