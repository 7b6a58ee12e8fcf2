package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Splits a batch of one sale so that no shopper occurs twice in a round.
 *
 * <p>Whether a shopper's second reservation is a duplicate depends on what becomes of the first. Placing them in rounds,
 * one after the other, leaves that question to the table. Nearly always there is one round.
 */
final class Rounds {

    private Rounds() {}

    /** All reservations, each order once, in the sequence given within and across the rounds of a shopper. */
    static List<List<StockReserved>> of(List<StockReserved> reservations) {
        List<List<StockReserved>> rounds = new ArrayList<>();
        Set<Long> orders = HashSet.newHashSet(reservations.size());
        List<StockReserved> left = reservations.stream()
                .filter(reservation -> orders.add(reservation.orderId()))
                .toList();
        while (!left.isEmpty()) {
            List<StockReserved> round = new ArrayList<>(left.size());
            List<StockReserved> later = new ArrayList<>();
            Set<Long> shoppers = HashSet.newHashSet(left.size());
            for (StockReserved reservation : left) {
                (shoppers.add(reservation.userId()) ? round : later).add(reservation);
            }
            rounds.add(round);
            left = later;
        }
        return rounds;
    }
}
