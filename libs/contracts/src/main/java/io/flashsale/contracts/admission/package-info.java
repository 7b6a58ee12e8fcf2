/** Lets the gateway have many shoppers' requests decided in one call. */
@NullMarked
package io.flashsale.contracts.admission;

import org.jspecify.annotations.NullMarked;
