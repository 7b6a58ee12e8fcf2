package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Splits a batch of one sale into rounds in which no shopper, no order id and no purchase ticket occurs twice.
 *
 * <p>Which slot a shopper's second reservation gets, if any, depends on the outcome of the first. Placing the rounds
 * one after the other leaves that decision to the table. The same holds if two shoppers have the same order id or the
 * same ticket, which only a Redis that forgot what it gave can cause. Nearly always there is one round.
 */
final class Rounds {

    private Rounds() {}

    /** Includes the price, so that a message with a wrong price does not replace the order that it names. */
    private record Identity(long orderId, long userId, long priceCents) {}

    /** Returns all reservations, each once, and those of each shopper in the sequence given. */
    static List<List<StockReserved>> of(List<StockReserved> reservations) {
        List<List<StockReserved>> rounds = new ArrayList<>();
        Set<Identity> seen = HashSet.newHashSet(reservations.size());
        List<StockReserved> left = reservations.stream()
                .filter(one -> seen.add(
                        new Identity(one.orderId(), one.userId(), one.terms().priceCents())))
                .toList();
        while (!left.isEmpty()) {
            List<StockReserved> round = new ArrayList<>(left.size());
            List<StockReserved> later = new ArrayList<>();
            Set<Long> shoppers = HashSet.newHashSet(left.size());
            Set<Long> orders = HashSet.newHashSet(left.size());
            Set<Long> tickets = new HashSet<>();
            for (StockReserved reservation : left) {
                Long ticket = reservation.entryNumber();
                boolean another = shoppers.contains(reservation.userId())
                        || orders.contains(reservation.orderId())
                        || (ticket != null && tickets.contains(ticket));
                (another ? later : round).add(reservation);
                shoppers.add(reservation.userId());
                orders.add(reservation.orderId());
                if (ticket != null) {
                    tickets.add(ticket);
                }
            }
            rounds.add(round);
            left = later;
        }
        return rounds;
    }
}
