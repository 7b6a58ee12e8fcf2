/** Messages to shoppers: what they are told, kept in MySQL and shown on a page. */
@NullMarked
package io.flashsale.order.message;

import org.jspecify.annotations.NullMarked;
