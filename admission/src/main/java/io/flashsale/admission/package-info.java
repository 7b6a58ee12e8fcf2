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
 * <p>One package on purpose: half of its classes are package-private, because only together do they keep the promise.
 */
@NullMarked
package io.flashsale.admission;

import org.jspecify.annotations.NullMarked;
