/** Reads the services' data in MySQL, Redis and Kafka directly, and never writes there. */
@NullMarked
package io.flashsale.auditor.source;

import org.jspecify.annotations.NullMarked;
