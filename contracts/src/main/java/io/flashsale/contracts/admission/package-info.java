/** How the gateway has the requests of many shoppers decided with one call. */
@NullMarked
package io.flashsale.contracts.admission;

import org.jspecify.annotations.NullMarked;
