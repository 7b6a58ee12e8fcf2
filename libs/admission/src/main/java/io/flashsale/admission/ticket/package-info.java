/** Tickets for campaigns that admit by ticket. */
@NullMarked
package io.flashsale.admission.ticket;

import org.jspecify.annotations.NullMarked;
