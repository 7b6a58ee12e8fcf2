package io.flashsale.admission;

import java.time.Instant;

/**
 * What a gate must know of an offer, as the database has it.
 *
 * @param revision grows with every change of the offer; a gate never goes back to an older one
 * @param totalStock units ever put on offer: at first and added since
 * @param terms promised to whoever is admitted, copied into each ticket
 */
public record Offer(long id, long revision, Instant opensAt, Instant closesAt, long totalStock, String terms) {}
