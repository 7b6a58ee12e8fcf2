/**
 * Records the journey of a followed click: its stops from the gateway to the ledger, as spans with explicit
 * parents, and what the services ask each other and MySQL meanwhile. See docs/journey.md.
 */
@NullMarked
package io.flashsale.commons.tracing;

import org.jspecify.annotations.NullMarked;
