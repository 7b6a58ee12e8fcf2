/** What services that stand on Kafka have in common. */
@NullMarked
package io.flashsale.commons.kafka;

import org.jspecify.annotations.NullMarked;
