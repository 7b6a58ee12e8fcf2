package io.flashsale.order.placement;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.flashsale.commons.client.ServiceProblems;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.ordering.EndReason;
import java.time.Instant;
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

/** Decides about reservations: first by the existing orders, then by the ledger. */
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

    /**
     * Returns one decision for each reservation that has no order yet. When this returns, each order to be placed
     * has its unit in the ledger. When it throws, some may have one, and deciding again finds them.
     *
     * @param round no shopper twice
     * @param wronglyPriced receives, instead, those at a price that the sale never had
     */
    List<Decision> decide(long saleId, List<StockReserved> round, Collection<StockReserved> wronglyPriced) {
        Set<Long> known = orders.known(round);
        List<StockReserved> fresh = round.stream()
                .filter(reservation -> !known.contains(reservation.orderId()))
                .toList();
        if (fresh.isEmpty()) {
            return List.of();
        }
        Set<Long> buyers = orders.activeBuyers(saleId, fresh);
        Set<Long> usedTickets = usedTickets(saleId, fresh);
        List<StockReserved> buyable = new ArrayList<>();
        List<Decision> rejected = new ArrayList<>();
        for (StockReserved reservation : fresh) {
            if (buyers.contains(reservation.userId())) {
                rejected.add(new Decision.Reject(reservation, EndReason.DUPLICATE_PURCHASE));
            } else if (reservation.entryNumber() != null && usedTickets.contains(reservation.entryNumber())) {
                rejected.add(new Decision.Reject(reservation, EndReason.TICKET_USED));
            } else {
                buyable.add(reservation);
            }
        }
        return Stream.concat(deduct(saleId, buyable, wronglyPriced), rejected.stream())
                .toList();
    }

    /** Sends no query if no reservation has a ticket. */
    private Set<Long> usedTickets(long saleId, List<StockReserved> fresh) {
        List<Long> numbers = fresh.stream()
                .flatMap(reservation -> Stream.ofNullable(reservation.entryNumber()))
                .toList();
        return numbers.isEmpty() ? Set.of() : orders.usedTickets(saleId, numbers);
    }

    /**
     * Deducts one unit for each order, in the sequence given. Throws unless every order gets a clear answer. Some
     * or all units may then be deducted; the batch is repeated until stock-service answers.
     */
    private Stream<Decision> deduct(long saleId, List<StockReserved> buyable, Collection<StockReserved> wronglyPriced) {
        if (buyable.isEmpty()) {
            return Stream.empty();
        }
        List<Deduct.Line> lines = buyable.stream()
                .map(reservation -> new Deduct.Line(
                        reservation.orderId(),
                        reservation.userId(),
                        reservation.terms().priceCents()))
                .toList();
        Instant begin = trace.now();
        try {
            Deductions answer = ledger.deduct(new Deduct(saleId, lines));
            Map<Long, Outcome> outcomes = outcomes(answer, lines);
            trace.stops(
                    Stop.LEDGER,
                    begin,
                    buyable,
                    StockReserved::correlationId,
                    reservation -> wrote(reservation, outcomes, answer));
            List<Decision> decided = new ArrayList<>(buyable.size());
            buyable.forEach(
                    reservation -> Decision.by(Objects.requireNonNull(outcomes.get(reservation.orderId())), reservation)
                            .ifPresentOrElse(decided::add, () -> wronglyPriced.add(reservation)));
            return decided.stream();
        } catch (RestClientResponseException refused) {
            if (ServiceProblems.is(ProblemType.SALE_NOT_FOUND, refused)) {
                return buyable.stream().map(reservation -> new Decision.Reject(reservation, EndReason.UNKNOWN_SALE));
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
