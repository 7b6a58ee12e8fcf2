/** The whole path of an order: one per user, a call that times out, locks and commits, the request and the queue. */
@NullMarked
package io.flashsale.locklab.path;

import org.jspecify.annotations.NullMarked;
