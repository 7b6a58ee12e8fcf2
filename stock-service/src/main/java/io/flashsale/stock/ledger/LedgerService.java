package io.flashsale.stock.ledger;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.Pages;
import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.sql.OptimisticTransaction;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.ledger.Flow.Type;
import io.flashsale.stock.ledger.LedgerMapper.FamilyUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * The system of record of what is sold.
 *
 * <p>Each call is one transaction that first writes its idempotency keys (the flow rows) and then moves the stock
 * with a conditional, versioned update: whatever Redis believed, no unit is sold twice (I2), and repeating a call
 * moves nothing (I6). Units and flows change together or not at all (I1).
 *
 * <p>A sale with several buckets has a row for each, and an order is deducted from the row of its shopper's bucket.
 * Orders of several buckets in one call are one transaction for each bucket.
 *
 * <p>Each unit that is out of a sale with siblings has one of the slots that the limit gives its shopper in the family.
 * The key of that table keeps the limit across the variants (I3), however many transactions deduct at once.
 */
@Service
public class LedgerService {

    /** How many rows are read at once. */
    private static final int PAGE = 5_000;

    /** Releases that are the shopper's own doing: they had the unit and did not pay. */
    private static final Set<Reason> LET_GO = Set.of(Reason.PAYMENT_OVERDUE, Reason.CANCELLED);

    /** The order was never placed, for no fault of its shopper: they get their ticket back. */
    static final Set<Reason> GIVES_TICKET_BACK = Set.of(Reason.INSUFFICIENT_STOCK, Reason.REJECTED_BY_ADMINISTRATOR);

    /** Outcomes of orders that are sold, or would be if there were a unit: for them the price must be right. */
    private static final Set<Outcome> AT_A_PRICE = Set.of(Outcome.DEDUCTED, Outcome.INSUFFICIENT_STOCK);

    private final LedgerMapper ledger;
    private final SaleCatalogue catalogue;
    private final OptimisticTransaction transaction;

    LedgerService(LedgerMapper ledger, SaleCatalogue catalogue, OptimisticTransaction transaction) {
        this.ledger = ledger;
        this.catalogue = catalogue;
        this.transaction = transaction;
    }

    /**
     * Deducts one unit for each order within the limit of the sale, as long as there are units; see
     * {@link io.flashsale.contracts.stock.StockLedger#deduct}.
     *
     * @return one outcome an order, in the same sequence; empty for an unknown sale
     */
    public Optional<Deductions> deduct(long saleId, List<Deduct.Line> orders) {
        Set<Long> prices = catalogue.prices(
                saleId, orders.stream().map(Deduct.Line::priceCents).collect(toSet()));
        Limit limit = catalogue
                .find(saleId)
                .or(() -> catalogue.findNow(saleId)) // made in the last second
                .map(sale -> new Limit(sale.purchaseLimit(), sale.familyId()))
                .orElse(new Limit(1, null));
        Map<Long, Outcome> outcomes = new HashMap<>();
        @Nullable Long version = null;
        for (var bucket : inBuckets(saleId, orders, Deduct.Line::userId).entrySet()) {
            Optional<Deductions> some =
                    transaction.execute(() -> tryToDeduct(saleId, bucket.getKey(), bucket.getValue(), prices, limit));
            if (some.isEmpty()) {
                return some;
            }
            some.get().orders().forEach(line -> outcomes.put(line.orderId(), line.outcome()));
            version = some.get().version();
        }
        return Optional.of(new Deductions(
                orders.stream()
                        .map(order -> new Deductions.Line(
                                order.orderId(), Objects.requireNonNull(outcomes.get(order.orderId()))))
                        .toList(),
                version));
    }

    /**
     * How many units a shopper may have.
     *
     * @param familyId whose sales it counts; null if only this one
     */
    private record Limit(int units, @Nullable Long familyId) {}

    /** The orders of each bucket of the sale, in their sequence. Nearly every call has orders of one bucket only. */
    private <T> Map<Integer, List<T>> inBuckets(long saleId, List<T> orders, ToLongFunction<T> user) {
        int buckets = catalogue.numberOfBuckets(saleId);
        return buckets == 1
                ? Map.of(0, orders)
                : orders.stream()
                        .collect(groupingBy(
                                order -> Buckets.home(user.applyAsLong(order), buckets), TreeMap::new, toList()));
    }

    private Optional<Deductions> tryToDeduct(
            long saleId, int bucket, List<Deduct.Line> orders, Set<Long> prices, Limit limit) {
        StockRow stock = ledger.stock(saleId, bucket);
        if (stock == null) {
            return Optional.empty();
        }
        Map<Long, List<Flow>> known =
                flowsOf(orders.stream().map(Deduct.Line::orderId).toList());
        List<Flow> taken = new ArrayList<>();
        Slots slots = slots(limit, orders);
        List<Deductions.Line> outcomes = new ArrayList<>(orders.size());
        for (Deduct.Line order : orders) {
            List<Flow> flows = known.getOrDefault(order.orderId(), List.of());
            Outcome outcome;
            if (flows.stream().anyMatch(flow -> !flow.isOf(saleId, order.userId()))) {
                outcome = Outcome.OTHER_ORDER;
            } else if (order.slot() > limit.units()) {
                outcome = Outcome.LIMIT_REACHED; // also of an order that was deducted; its caller ends it
            } else if (contains(flows, Type.RELEASE) || contains(flows, Type.VOID)) {
                outcome = Outcome.ALREADY_RELEASED;
            } else if (contains(flows, Type.DEDUCT)) {
                outcome = Outcome.DEDUCTED;
            } else if (!slots.isOneFree(order.userId())) {
                outcome = Outcome.LIMIT_REACHED;
            } else if (taken.size() < stock.available()) {
                slots.take(order);
                taken.add(new Flow(order.orderId(), saleId, order.userId(), Type.DEDUCT));
                outcome = Outcome.DEDUCTED;
            } else {
                outcome = Outcome.INSUFFICIENT_STOCK;
            }
            if (AT_A_PRICE.contains(outcome) && !prices.contains(order.priceCents())) {
                outcome = Outcome.WRONG_PRICE; // an administrator decides, and until then the order keeps its unit
            }
            outcomes.add(new Deductions.Line(order.orderId(), outcome));
        }
        ledger.takeSlots(slots.taken);
        if (!taken.isEmpty()) {
            ledger.insert(taken);
            transaction.requireOne(ledger.deduct(saleId, bucket, taken.size(), stock.version()));
        }
        return Optional.of(new Deductions(outcomes, taken.isEmpty() ? stock.version() : stock.version() + 1));
    }

    private Slots slots(Limit limit, List<Deduct.Line> orders) {
        Slots slots = new Slots(limit);
        Long family = limit.familyId();
        if (family != null) {
            Set<Long> users = orders.stream().map(Deduct.Line::userId).collect(toSet());
            ledger.familyUnits(family, users)
                    .forEach(unit -> slots.of(unit.userId()).add(unit.slot()));
        }
        return slots;
    }

    /** The slots of shoppers in a family; without a family, one is always free, and none is taken. */
    private static final class Slots {

        private final Limit limit;
        private final Map<Long, Set<Integer>> used = new HashMap<>();
        private final List<FamilyUnit> taken = new ArrayList<>();

        Slots(Limit limit) {
            this.limit = limit;
        }

        private Set<Integer> of(long userId) {
            return used.computeIfAbsent(userId, user -> new HashSet<>());
        }

        boolean isOneFree(long userId) {
            return limit.familyId() == null || of(userId).size() < limit.units();
        }

        void take(Deduct.Line order) {
            Long family = limit.familyId();
            if (family == null) {
                return;
            }
            int slot = 1;
            while (!of(order.userId()).add(slot)) {
                slot++;
            }
            taken.add(new FamilyUnit(family, order.userId(), slot, order.orderId()));
        }
    }

    /**
     * What became of ended orders.
     *
     * @param version of the stock after it; null for an unknown sale
     * @param contradicted those that name another shopper or sale than the ledger knows for this order; for them
     *     nothing was changed
     * @param withoutUnit those that never got a unit
     */
    public record LedgerRelease(
            @Nullable Long version, Set<OrderReleased> contradicted, Set<OrderReleased> withoutUnit) {}

    /**
     * Ends orders: the unit of each comes back, if the order holds one; an order that holds none will never get one.
     * Ending an order again changes nothing. A unit that the shopper let go counts as unpaid. The ticket of an order
     * that was rejected for one of {@link #GIVES_TICKET_BACK} comes back. A release is compared with the ledger as
     * strictly as a deduction.
     */
    public LedgerRelease release(long saleId, List<OrderReleased> orders) {
        @Nullable Long version = null;
        Set<OrderReleased> contradicted = new HashSet<>();
        Set<OrderReleased> withoutUnit = new HashSet<>();
        for (var bucket : inBuckets(saleId, orders, OrderReleased::userId).entrySet()) {
            LedgerRelease some = transaction.execute(() -> tryToRelease(saleId, bucket.getKey(), bucket.getValue()));
            version = some.version();
            contradicted.addAll(some.contradicted());
            withoutUnit.addAll(some.withoutUnit());
        }
        return new LedgerRelease(version, contradicted, withoutUnit);
    }

    private LedgerRelease tryToRelease(long saleId, int bucket, List<OrderReleased> orders) {
        StockRow stock = ledger.stock(saleId, bucket);
        Map<Long, List<Flow>> known =
                flowsOf(orders.stream().map(OrderReleased::orderId).toList());
        Map<Long, Flow> ends = new LinkedHashMap<>(); // the batch may name an order twice
        Map<Long, Flow> unpaid = new LinkedHashMap<>();
        Set<Long> withTicketBack = new HashSet<>();
        Set<OrderReleased> contradicted = new HashSet<>();
        Set<OrderReleased> withoutUnit = new HashSet<>();
        for (OrderReleased order : orders) {
            List<Flow> flows = known.getOrDefault(order.orderId(), List.of());
            Flow inThisBatch = ends.get(order.orderId());
            if (Stream.concat(flows.stream(), Stream.ofNullable(inThisBatch))
                    .anyMatch(flow -> !flow.isOf(saleId, order.userId()))) {
                contradicted.add(order);
                continue;
            }
            if (!contains(flows, Type.DEDUCT)) {
                withoutUnit.add(order);
            }
            if (inThisBatch == null && !contains(flows, Type.RELEASE) && !contains(flows, Type.VOID)) {
                Type end = contains(flows, Type.DEDUCT) ? Type.RELEASE : Type.VOID;
                Flow flow = new Flow(order.orderId(), saleId, order.userId(), end);
                ends.put(order.orderId(), flow);
                if (end == Type.RELEASE && LET_GO.contains(order.reason())) {
                    unpaid.put(order.orderId(), flow);
                }
                if (GIVES_TICKET_BACK.contains(order.reason())) {
                    withTicketBack.add(order.userId());
                }
            }
        }
        if (stock == null) {
            return new LedgerRelease(null, contradicted, withoutUnit);
        }
        if (ends.isEmpty()) {
            return new LedgerRelease(stock.version(), contradicted, withoutUnit);
        }
        ledger.insert(List.copyOf(ends.values()));
        if (!unpaid.isEmpty()) {
            ledger.countUnpaid(List.copyOf(unpaid.values()));
        }
        if (!withTicketBack.isEmpty()) {
            ledger.giveTicketsBack(saleId, withTicketBack);
        }
        if (catalogue.find(saleId).filter(sale -> sale.familyId() != null).isPresent()) {
            ledger.freeSlots(ends.keySet());
        }
        long units =
                ends.values().stream().filter(end -> end.type() == Type.RELEASE).count();
        // Also for no unit: the version must move, so that a deduction that did not see the VOID looks again.
        transaction.requireOne(ledger.release(saleId, bucket, units, stock.version()));
        return new LedgerRelease(stock.version() + 1, contradicted, withoutUnit);
    }

    /**
     * The users who hold a unit of the sale, and by which order. Reads as the stream is consumed. Of two orders of
     * one user the later one comes later. Consistent with the stock only inside a transaction that locks it.
     */
    public Stream<Held> holders(long saleId) {
        Pages<Flow> outstanding = last -> ledger.outstanding(saleId, last == null ? 0 : last.orderId(), PAGE);
        return outstanding.stream().flatMap(List::stream).map(flow -> new Held(flow.userId(), flow.orderId()));
    }

    /** All flows of the order, in the sequence in which they were written. */
    StockFlows history(long orderId) {
        return new StockFlows(ledger.history(orderId));
    }

    /** How many units of the bucket are out. */
    public long outstandingUnits(long saleId, int bucket) {
        return ledger.outstandingUnits(saleId, bucket);
    }

    /** Those of the orders that have a flow. */
    public Set<Long> known(Collection<Long> orderIds) {
        return ledger.flows(orderIds).stream().map(Flow::orderId).collect(toSet());
    }

    private Map<Long, List<Flow>> flowsOf(List<Long> orderIds) {
        return ledger.flows(orderIds).stream().collect(groupingBy(Flow::orderId));
    }

    private static boolean contains(List<Flow> flows, Type type) {
        return flows.stream().anyMatch(flow -> flow.type() == type);
    }
}
