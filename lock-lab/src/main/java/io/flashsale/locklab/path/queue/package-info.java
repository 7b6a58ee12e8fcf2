/** The way of an order: in the request, or by the shop's own admission through a queue. E3. */
@NullMarked
package io.flashsale.locklab.path.queue;

import org.jspecify.annotations.NullMarked;
