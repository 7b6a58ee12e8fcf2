/** What MySQL, Redis and Kafka said of a sale or a coupon template when they were read. Values only: nothing here calls a server. */
@NullMarked
package io.flashsale.auditor.snapshot;

import org.jspecify.annotations.NullMarked;
