/** Which tokens are no longer good although they have not expired: their holder logged out. */
@NullMarked
package io.flashsale.order.session;

import org.jspecify.annotations.NullMarked;
