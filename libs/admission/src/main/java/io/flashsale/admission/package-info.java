/**
 * Decides in Redis which of very many users get one of very few units. A decision takes microseconds. Each
 * reservation goes to a queue, and none is ever lost.
 *
 * <p>A <em>campaign</em> is what is limited (a sale, a coupon template); an admitted user holds a
 * <em>reservation</em> (an order id, a claim id). The <em>stock gate</em> of a campaign, <em>gate</em> for short, is
 * its state in Redis: a reservation counter, the window in which it may be decremented, and who holds a unit. Redis
 * decides who may queue, never what was sold: the database is the system of record, and gates can be rebuilt from it
 * (see {@link io.flashsale.admission.StockGateRebuild}). A rebuild holds the gate's <em>rebuild lease</em> meanwhile.
 *
 * <p>This package has the gates and their rebuild; {@link io.flashsale.admission.outbox} takes reservations to the
 * queue, and {@link io.flashsale.admission.redis} knows keys and scripts. Some classes are public only for the other
 * packages here. An architecture test keeps services from using them, because only together these classes keep the
 * promise.
 */
@NullMarked
package io.flashsale.admission;

import org.jspecify.annotations.NullMarked;
