package io.flashsale.order.placement;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.flashsale.commons.client.ServiceProblems;
import io.flashsale.commons.tracing.JointWork;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.ordering.EndReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientResponseException;

/**
 * Decides about reservations: by the existing orders, and by the ledger.
 *
 * <p>An order is to have the lowest slot that no active order of its shopper has. The ledger knows the limit of the
 * sale and refuses a slot above it. So a message cannot raise the limit, and a batch costs one call.
 *
 * <p>Nearly always there is no existing order to look at, so {@link #presume} does without.
 */
@Component
class PlacementDecisions {

    private final PlacedOrderMapper orders;
    private final StockLedger ledger;
    private final OrderTrace trace;

    PlacementDecisions(PlacedOrderMapper orders, StockLedger ledger, OrderTrace trace) {
        this.orders = orders;
        this.ledger = ledger;
        this.trace = trace;
    }

    /** What the table has that concerns some reservations. */
    private record Existing(Set<Long> orders, Map<Long, Set<Integer>> slots, Set<Long> tickets) {

        static final Existing NONE = new Existing(Set.of(), Map.of(), Set.of());
    }

    /**
     * Decides as if no order existed that concerns these reservations. Inserting what this returns meets a unique key if
     * one does; {@link #decide} has to follow then, and as well if not every reservation is to be placed, because its
     * order may have ended.
     */
    List<Decision> presume(long saleId, List<StockReserved> round) {
        return decide(saleId, round, Existing.NONE, new ArrayList<>());
    }

    /**
     * Returns one decision for each reservation that has no order yet. When this returns, each order to be placed
     * has its unit in the ledger. When it throws, some may have one, and deciding again finds them.
     *
     * @param round no shopper twice
     * @param wronglyPriced receives, instead, those at a price that the sale never had
     */
    List<Decision> decide(long saleId, List<StockReserved> round, Collection<StockReserved> wronglyPriced) {
        return decide(saleId, round, lookAt(saleId, round), wronglyPriced);
    }

    private Existing lookAt(long saleId, List<StockReserved> round) {
        return new Existing(orders.known(round), orders.takenSlots(saleId, round), usedTickets(saleId, round));
    }

    private List<Decision> decide(
            long saleId, List<StockReserved> round, Existing existing, Collection<StockReserved> wronglyPriced) {
        List<Decision.Place> wishes = new ArrayList<>();
        List<Decision> rejected = new ArrayList<>();
        for (StockReserved reservation : round) {
            if (existing.orders().contains(reservation.orderId())) {
                continue;
            }
            if (reservation.entryNumber() != null && existing.tickets().contains(reservation.entryNumber())) {
                rejected.add(new Decision.Reject(reservation, EndReason.TICKET_USED));
            } else {
                Set<Integer> taken = existing.slots().getOrDefault(reservation.userId(), Set.of());
                wishes.add(new Decision.Place(reservation, lowestFree(taken)));
            }
        }
        return Stream.concat(deduct(saleId, wishes, wronglyPriced), rejected.stream())
                .toList();
    }

    private static int lowestFree(Set<Integer> taken) {
        int slot = 1;
        while (taken.contains(slot)) {
            slot++;
        }
        return slot;
    }

    /** Sends no query if no reservation has a ticket. */
    private Set<Long> usedTickets(long saleId, List<StockReserved> round) {
        List<Long> numbers = round.stream()
                .flatMap(reservation -> Stream.ofNullable(reservation.entryNumber()))
                .toList();
        return numbers.isEmpty() ? Set.of() : orders.usedTickets(saleId, numbers);
    }

    /**
     * Deducts one unit for each order, in the sequence given. Throws unless every order gets a clear answer. Some
     * or all units may then be deducted; the batch is repeated until stock-service answers.
     */
    private Stream<Decision> deduct(long saleId, List<Decision.Place> wishes, Collection<StockReserved> wronglyPriced) {
        if (wishes.isEmpty()) {
            return Stream.empty();
        }
        List<Deduct.Line> lines = wishes.stream()
                .map(wish -> new Deduct.Line(
                        wish.reservation().orderId(),
                        wish.reservation().userId(),
                        wish.reservation().terms().priceCents(),
                        wish.slot()))
                .toList();
        try (JointWork work =
                trace.begin(Stop.LEDGER, wishes, wish -> wish.reservation().correlationId())) {
            Deductions answer = ledger.deduct(new Deduct(saleId, lines));
            Map<Long, Outcome> outcomes = outcomes(answer, lines);
            work.stops(
                    wishes,
                    wish -> wish.reservation().correlationId(),
                    wish -> wrote(wish.reservation(), outcomes, answer));
            List<Decision> decided = new ArrayList<>(wishes.size());
            wishes.forEach(wish -> Decision.by(
                            Objects.requireNonNull(
                                    outcomes.get(wish.reservation().orderId())),
                            wish)
                    .ifPresentOrElse(decided::add, () -> wronglyPriced.add(wish.reservation())));
            return decided.stream();
        } catch (RestClientResponseException refused) {
            if (ServiceProblems.is(ProblemType.SALE_NOT_FOUND, refused)) {
                return wishes.stream().map(wish -> new Decision.Reject(wish.reservation(), EndReason.UNKNOWN_SALE));
            }
            throw refused;
        }
    }

    private static Map<String, String> wrote(
            StockReserved reservation, Map<Long, Outcome> outcomes, Deductions answer) {
        Map<String, String> wrote = new TreeMap<>();
        Outcome outcome = outcomes.get(reservation.orderId());
        wrote.put("outcome", String.valueOf(outcome));
        if (answer.version() != null) {
            wrote.put("stock.version", answer.version().toString());
        }
        if (outcome == Outcome.DEDUCTED) {
            wrote.put("stock_flow", reservation.orderId() + ", DEDUCT");
        }
        return wrote;
    }

    private static Map<Long, Outcome> outcomes(Deductions answer, List<Deduct.Line> asked) {
        Map<Long, Outcome> outcomes =
                answer.orders().stream().collect(toMap(Deductions.Line::orderId, Deductions.Line::outcome));
        if (!outcomes.keySet().equals(asked.stream().map(Deduct.Line::orderId).collect(toSet()))) {
            throw new IllegalStateException("the ledger answered " + outcomes.size() + " outcomes for " + asked.size()
                    + " orders, or for others");
        }
        return outcomes;
    }
}
