/** The audit of a sale: judges from what MySQL, Redis and Kafka hold whether a sale kept the invariants of docs/invariants.md. */
@NullMarked
package io.flashsale.auditor.sale;

import org.jspecify.annotations.NullMarked;
