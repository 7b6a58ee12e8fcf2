/** Campaigns that are entered by ticket. */
@NullMarked
package io.flashsale.admission.ticket;

import org.jspecify.annotations.NullMarked;
