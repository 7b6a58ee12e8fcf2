/** Takes admitted reservations to the queue; each stays in the outbox until the queue acknowledges it. */
@NullMarked
package io.flashsale.admission.outbox;

import org.jspecify.annotations.NullMarked;
