/** The way of the admitted to the queue: what is not known to be there yet is in the outbox, and goes with the acknowledgement. */
@NullMarked
package io.flashsale.admission.outbox;

import org.jspecify.annotations.NullMarked;
