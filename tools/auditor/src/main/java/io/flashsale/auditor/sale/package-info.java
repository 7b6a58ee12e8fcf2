/** The audit of a sale: checks the invariants of docs/invariants.md with data from MySQL, Redis and Kafka. */
@NullMarked
package io.flashsale.auditor.sale;

import org.jspecify.annotations.NullMarked;
