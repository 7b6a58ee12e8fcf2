package io.flashsale.chaos.checker;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.flashsale.chaos.checker.Violation.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares the answers to clients with the databases, once nothing is in flight.
 *
 * <p>The databases must contain each successful operation and no refused one. They may contain an undecided
 * one, once. What they contain happened while its request was under way, or after one that was left undecided.
 */
public final class HistoryChecker {

    private final History history;
    private final List<Operation> operations;
    private final FinalState facts;
    private final long tolerance;
    private final List<Violation> violations = new ArrayList<>();

    private HistoryChecker(History history, FinalState facts) {
        this.history = history;
        this.operations = history.operations();
        this.facts = facts;
        this.tolerance = history.tolerance();
    }

    /** Everything that contradicts the history. */
    public static List<Violation> check(History history, FinalState facts) {
        HistoryChecker checker = new HistoryChecker(history, facts);
        checker.reservations();
        checker.orders();
        checker.claims();
        checker.coupons();
        checker.decisions(Operation.Kind.PAY, order -> order.is("PAID"), Kind.PAYMENT_LOST);
        checker.decisions(Operation.Kind.CANCEL, FinalState.Order::isClosed, Kind.CANCELLATION_LOST);
        checker.requested(Operation.Kind.PAY, order -> order.is("PAID"), Kind.PAYMENT_FROM_NOWHERE);
        checker.requested(
                Operation.Kind.CANCEL, order -> order.reason().equals("CANCELLED"), Kind.CANCELLATION_FROM_NOWHERE);
        checker.restocks();
        checker.changes();
        return List.copyOf(checker.violations);
    }

    private List<Operation> of(Operation.Kind kind) {
        return operations.stream().filter(operation -> operation.kind() == kind).toList();
    }

    private void reservations() {
        Set<Long> told = new HashSet<>();
        for (Operation reservation : of(Operation.Kind.RESERVE)) {
            long id = reservation.answered();
            boolean ok = reservation.outcome().isOk();
            if (ok && !told.add(id)) {
                found(Kind.ORDER_TOLD_TWICE, reservation, "");
            } else if (reservation.isAccepted()) {
                exists(reservation, id, ok ? Kind.ORDER_LOST : Kind.NAMED_ORDER_LOST);
            }
        }
    }

    private void exists(Operation reservation, long id, Kind ifNot) {
        FinalState.Order order = facts.orders().get(id);
        if (order == null) {
            found(ifNot, reservation, "");
        } else if (order.user() != reservation.user() || order.sale() != reservation.target()) {
            found(
                    Kind.ORDER_OF_ANOTHER,
                    reservation,
                    ", but the order is of user " + order.user() + " in sale " + order.sale());
        } else if (order.is("REJECTED")) {
            found(Kind.ACCEPTED_AND_REJECTED, reservation, ", and was rejected: " + order.reason());
        } else if (!mayBeOf(reservation, history.at(order.reservedAt()))) {
            found(
                    Kind.RESERVED_AT_ANOTHER_TIME,
                    reservation,
                    ", but its unit was set aside at " + history.at(order.reservedAt()) + " ms");
        }
    }

    /** Whether an answer may name what happened at this time: an order that it accepts is made by this request. */
    private boolean mayBeOf(Operation request, long time) {
        return time <= request.end() + tolerance
                && (time >= request.begin() - tolerance || !request.outcome().isOk());
    }

    private void orders() {
        Map<Long, List<Operation>> bySale = of(Operation.Kind.RESERVE).stream().collect(groupingBy(Operation::target));
        bySale.forEach((sale, reservations) -> {
            Map<Long, List<Operation>> byUser = reservations.stream().collect(groupingBy(Operation::user));
            facts.ordersOfUsers(sale)
                    .forEach((user, orders) -> ordersOf(user, sale, orders, byUser.getOrDefault(user, List.of())));
        });
    }

    private void ordersOf(long user, long sale, List<FinalState.Order> orders, List<Operation> reservations) {
        Set<Long> told = told(reservations);
        List<FinalState.Order> untold =
                orders.stream().filter(order -> !told.contains(order.id())).toList();
        if (!mayComeFrom(
                undecided(reservations),
                untold.stream().map(FinalState.Order::reservedAt).toList())) {
            found(
                    Kind.ORDER_FROM_NOWHERE,
                    "user " + user + " of sale " + sale + " was not told of the orders " + texts(untold)
                            + "; undecided requests were sent at " + begins(undecided(reservations)) + " ms");
        }
        List<FinalState.Order> active =
                orders.stream().filter(FinalState.Order::isActive).toList();
        if (active.size() > 1) {
            found(Kind.TWO_FOR_ONE, "user " + user + " has the active orders " + ids(active) + " in sale " + sale);
        }
    }

    private static Set<Long> told(List<Operation> requests) {
        return requests.stream()
                .filter(request -> request.outcome().isOk())
                .map(Operation::answered)
                .collect(toSet());
    }

    private static List<Operation> undecided(List<Operation> requests) {
        return requests.stream()
                .filter(request -> request.outcome().isUndecided())
                .toList();
    }

    /**
     * Whether each of these may be the late result of a request of its own. A request that hung in a stopped process
     * may be executed long after its client has given up, but not before it was sent.
     *
     * @param requests in the order of their start
     * @param results when they happened, in milliseconds since 1970
     */
    private boolean mayComeFrom(List<Operation> requests, List<Long> results) {
        List<Long> times = results.stream().map(history::at).sorted().toList();
        for (int i = 0; i < times.size(); i++) {
            if (i >= requests.size() || requests.get(i).begin() > times.get(i) + tolerance) {
                return false;
            }
        }
        return true;
    }

    private String texts(List<FinalState.Order> orders) {
        return orders.stream()
                .map(order -> order.id() + " of " + history.at(order.reservedAt()) + " ms")
                .sorted()
                .toList()
                .toString();
    }

    private static List<Long> begins(List<Operation> requests) {
        return requests.stream().map(Operation::begin).toList();
    }

    private static List<Long> ids(List<FinalState.Order> orders) {
        return orders.stream().map(FinalState.Order::id).sorted().toList();
    }

    private void claims() {
        Set<Long> told = new HashSet<>();
        for (Operation claim : of(Operation.Kind.CLAIM)) {
            boolean ok = claim.outcome().isOk();
            if (ok && !told.add(claim.answered())) {
                found(Kind.COUPON_TOLD_TWICE, claim, "");
            } else if (ok) {
                exists(claim, Kind.COUPON_LOST);
            } else if (claim.outcome().problem().equals("already-claimed") && claim.answered() != 0) {
                exists(claim, Kind.NAMED_COUPON_LOST);
            }
        }
        Map<Long, List<Operation>> byUser = of(Operation.Kind.CLAIM).stream().collect(groupingBy(Operation::user));
        facts.coupons().values().stream()
                .filter(coupon -> !told.contains(coupon.id()))
                .collect(groupingBy(FinalState.Coupon::user))
                .forEach((user, untold) -> {
                    List<Long> times =
                            untold.stream().map(FinalState.Coupon::claimedAt).toList();
                    if (!mayComeFrom(undecided(byUser.getOrDefault(user, List.of())), times)) {
                        found(
                                Kind.COUPON_FROM_NOWHERE,
                                "user " + user + " has " + untold.size() + " coupons that they were not told of");
                    }
                });
    }

    private void exists(Operation claim, Kind ifNot) {
        long id = claim.answered();
        FinalState.Coupon coupon = facts.coupons().get(id);
        if (coupon != null && coupon.user() != claim.user()) {
            found(Kind.COUPON_OF_ANOTHER, claim, ", but the coupon is user " + coupon.user() + "'s");
        } else if (coupon == null) {
            found(ifNot, claim, "");
        }
    }

    /** A coupon pays at most one order, however many payments name it, and no ended order keeps it reserved. */
    private void coupons() {
        facts.orders().values().stream()
                .filter(order -> order.coupon() != 0)
                .collect(groupingBy(FinalState.Order::coupon))
                .forEach((coupon, orders) -> {
                    if (orders.size() > 1) {
                        found(Kind.COUPON_USED_TWICE, "coupon " + coupon + " has paid the orders " + ids(orders));
                    }
                });
        Set<Long> spent =
                facts.orders().values().stream().map(FinalState.Order::coupon).collect(toSet());
        for (FinalState.Coupon coupon : facts.coupons().values()) {
            FinalState.Order order = facts.orders().get(coupon.order());
            boolean fits = switch (coupon.status()) {
                case "USED" -> order != null && order.is("PAID") && order.coupon() == coupon.id();
                case "RESERVED" -> order != null && order.is("AWAITING_PAYMENT") && !spent.contains(coupon.id());
                default -> !spent.contains(coupon.id());
            };
            if (!fits) {
                found(
                        Kind.COUPON_STUCK,
                        "coupon " + coupon.id() + " of user " + coupon.user() + " is " + coupon.status() + " by order "
                                + coupon.order() + ", which is " + status(order));
            }
        }
    }

    /** The order of each successful payment, or cancellation, says so. */
    private void decisions(Operation.Kind kind, Predicate<FinalState.Order> isSo, Kind ifNot) {
        for (Operation decision : of(kind)) {
            FinalState.Order order = facts.orders().get(decision.target());
            if (decision.outcome().isOk() && (order == null || !isSo.test(order))) {
                found(ifNot, decision, ", and the order is " + status(order));
            }
            refusal(decision, order);
        }
    }

    /** Each such order has a request that succeeded or was left undecided. */
    private void requested(Operation.Kind kind, Predicate<FinalState.Order> isSo, Kind ifNot) {
        Set<Long> asked = of(kind).stream()
                .filter(request -> request.outcome().isOk() || request.outcome().isUndecided())
                .map(Operation::target)
                .collect(toSet());
        facts.orders().values().stream()
                .filter(isSo)
                .filter(order -> !asked.contains(order.id()))
                .forEach(order -> found(ifNot, "order " + order.id() + " of user " + order.user()));
    }

    /** Some refusals name the order's final status. */
    private void refusal(Operation operation, FinalState.@Nullable Order order) {
        boolean holds = switch (operation.outcome().problem()) {
            case "order-paid" -> order != null && order.is("PAID");
            case "order-closed" -> order != null && order.isClosed();
            case "order-rejected" -> order != null && order.is("REJECTED");
            default -> true;
        };
        if (!holds) {
            found(Kind.REFUSAL_CONTRADICTED, operation, ", and the order is " + status(order));
        }
    }

    private static String status(FinalState.@Nullable Order order) {
        return order == null ? "not there" : order.status();
    }

    private void restocks() {
        Map<Long, List<Operation>> bySale = of(Operation.Kind.RESTOCK).stream().collect(groupingBy(Operation::target));
        facts.stock().forEach((sale, stock) -> {
            long added = stock.added();
            List<Operation> restocks = bySale.getOrDefault(sale, List.of());
            long told = units(restocks, OperationOutcome::isOk);
            long most = told + units(restocks, OperationOutcome::isUndecided);
            if (added < told) {
                found(Kind.RESTOCK_LOST, "sale " + sale + ": " + told + " units were told, " + added + " are there");
            } else if (added > most) {
                found(Kind.RESTOCK_TWICE, "sale " + sale + ": " + most + " units asked for, " + added + " are there");
            }
        });
    }

    /** The last successful change of a sale's price has stayed, unless one that was left undecided may have come later. */
    private void changes() {
        facts.stock().forEach((sale, stock) -> {
            List<Operation> changes = of(Operation.Kind.CHANGE).stream()
                    .filter(change -> change.target() == sale)
                    .toList();
            changes.stream()
                    .filter(change -> change.outcome().isOk())
                    .max(Comparator.comparingLong(Operation::end))
                    .filter(last -> last.amount() != stock.priceCents())
                    .filter(last -> changes.stream()
                            .noneMatch(
                                    change -> change.outcome().isUndecided() && change.amount() == stock.priceCents()))
                    .ifPresent(last -> found(Kind.CHANGE_LOST, last, ", and the price is " + stock.priceCents()));
        });
    }

    private static long units(List<Operation> restocks, Predicate<OperationOutcome> which) {
        return restocks.stream()
                .filter(restock -> which.test(restock.outcome()))
                .mapToLong(Operation::amount)
                .sum();
    }

    private void found(Kind kind, Operation operation, String more) {
        found(
                kind,
                "user " + operation.user() + ", " + operation.kind() + " " + operation.target() + " at "
                        + operation.begin() + " to " + operation.end() + " ms: "
                        + operation.outcome().text() + more);
    }

    private void found(Kind kind, String what) {
        violations.add(new Violation(kind, what));
    }
}
