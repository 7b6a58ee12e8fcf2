/**
 * Decides in Redis, in microseconds, who of very many may have one of very few, and hands each one admitted over to a
 * queue without ever losing one.
 *
 * <p>A <em>campaign</em> is what is limited (a sale, a coupon template); whoever is admitted holds a
 * <em>reservation</em> (an order id, a claim id). The <em>stock gate</em> of a campaign, <em>gate</em> for short, is its
 * state in Redis: a reservation counter, the window in which it may be decremented, and who holds a unit. Redis decides
 * who may queue, never what was sold: the database is the system of record, and gates can be rebuilt from it (see
 * {@link io.flashsale.admission.StockGateRebuild}). Whoever rebuilds a gate has its <em>rebuild lease</em> meanwhile.
 *
 * <p>The gates and what makes them anew are here; {@link io.flashsale.admission.outbox} takes the admitted to the queue, and
 * {@link io.flashsale.admission.redis} knows keys and scripts. What of these is public for the others' sake alone, services
 * leave alone: an architecture test sees to it, because only together do these classes keep the promise.
 */
@NullMarked
package io.flashsale.admission;

import org.jspecify.annotations.NullMarked;
