/** What all services that use Kafka share. */
@NullMarked
package io.flashsale.commons.kafka;

import org.jspecify.annotations.NullMarked;
