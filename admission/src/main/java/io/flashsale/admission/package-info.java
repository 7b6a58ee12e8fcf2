/**
 * Decides in Redis, in microseconds, who of very many may have one of very few, and hands each one admitted over to a
 * queue without ever losing one.
 *
 * <p>An <em>offer</em> is what is limited (a sale, a coupon); its <em>gate</em> is its state in Redis; whoever is
 * admitted <em>holds</em> a <em>ticket</em> (an order id, a claim id). Redis decides who may queue, never what was
 * sold: the database does that, and Redis can be rebuilt from it (see {@link io.flashsale.admission.GateRebuild}).
 */
@NullMarked
package io.flashsale.admission;

import org.jspecify.annotations.NullMarked;
