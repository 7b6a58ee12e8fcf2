/** Reads what the services keep in MySQL, Redis and Kafka, behind their backs, and never writes there. */
@NullMarked
package io.flashsale.auditor.source;

import org.jspecify.annotations.NullMarked;
