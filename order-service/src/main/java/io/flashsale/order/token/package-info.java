/** The tokens that we sign: for shoppers, and for our own calls to other services. */
@NullMarked
package io.flashsale.order.token;

import org.jspecify.annotations.NullMarked;
