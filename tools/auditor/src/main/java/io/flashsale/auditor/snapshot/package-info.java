/**
 * The data of a sale or a coupon template as read from MySQL, Redis and Kafka. Values only: no code here calls
 * a server.
 */
@NullMarked
package io.flashsale.auditor.snapshot;

import org.jspecify.annotations.NullMarked;
