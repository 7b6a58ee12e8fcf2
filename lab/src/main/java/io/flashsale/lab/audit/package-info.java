/** The auditor: judges from what MySQL, Redis and Kafka hold whether a sale kept the invariants of docs/invariants.md. */
@NullMarked
package io.flashsale.lab.audit;

import org.jspecify.annotations.NullMarked;
