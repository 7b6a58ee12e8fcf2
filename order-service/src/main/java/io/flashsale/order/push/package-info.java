/** Telling shoppers of every change of their order, whichever instance they are connected to. */
@NullMarked
package io.flashsale.order.push;

import org.jspecify.annotations.NullMarked;
