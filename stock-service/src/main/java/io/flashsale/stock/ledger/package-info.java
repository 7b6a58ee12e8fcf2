/** The system of record of what is sold: conditional, versioned updates with one flow row for every unit. */
@NullMarked
package io.flashsale.stock.ledger;

import org.jspecify.annotations.NullMarked;
