/** E3: an order in the request, or by the shop's own admission through a queue. */
@NullMarked
package io.flashsale.locklab.path.queue;

import org.jspecify.annotations.NullMarked;
