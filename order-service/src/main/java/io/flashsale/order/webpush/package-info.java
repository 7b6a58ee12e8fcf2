/** Messages on the screens of browsers that agreed to it (RFC 8030), besides the page that shows them. */
@NullMarked
package io.flashsale.order.webpush;

import org.jspecify.annotations.NullMarked;
