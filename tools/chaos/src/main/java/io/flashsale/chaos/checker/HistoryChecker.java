package io.flashsale.chaos.checker;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.flashsale.chaos.checker.Violation.Kind;
import java.util.ArrayList;
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
 * one.
 */
public final class HistoryChecker {

    private final List<Operation> operations;
    private final FinalState facts;
    private final long overpromisedFrom;
    private final List<Violation> violations = new ArrayList<>();

    private HistoryChecker(History history, FinalState facts, long overpromisedFrom) {
        this.operations = history.operations();
        this.facts = facts;
        this.overpromisedFrom = overpromisedFrom;
    }

    /**
     * Everything that contradicts the history.
     *
     * @param overpromisedFrom when Redis began to promise what MySQL may reject, see {@link
     *     io.flashsale.chaos.nemesis.Nemesis#overpromisesFrom}; an earlier promise has no excuse
     */
    public static List<Violation> check(History history, FinalState facts, long overpromisedFrom) {
        HistoryChecker checker = new HistoryChecker(history, facts, overpromisedFrom);
        checker.reservations();
        checker.orders();
        checker.claims();
        checker.coupons();
        checker.decisions(Operation.Kind.PAY, order -> order.is("PAID"), Kind.PAYMENT_LOST);
        checker.decisions(Operation.Kind.CANCEL, FinalState.Order::isClosed, Kind.CANCELLATION_LOST);
        checker.restocks();
        return List.copyOf(checker.violations);
    }

    /** The number of reservations and claims that were accepted and then rejected. */
    public static int rejectedAfterwards(History history, FinalState facts) {
        return Math.toIntExact(history.operations().stream()
                .filter(operation -> operation.outcome().isOk() && isRejected(operation, facts))
                .count());
    }

    private static boolean isRejected(Operation operation, FinalState facts) {
        FinalState.Order order = facts.orders().get(operation.answered());
        return switch (operation.kind()) {
            case RESERVE -> order != null && order.is("REJECTED");
            case CLAIM -> facts.rejectedClaims().contains(operation.answered());
            case PAY, CANCEL, RESTOCK -> false;
        };
    }

    private boolean mayBeOverpromised(Operation operation) {
        return operation.end() >= overpromisedFrom;
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
        } else if (order.is("REJECTED") && !(order.wasPromisedTooMuch() && mayBeOverpromised(reservation))) {
            found(Kind.ACCEPTED_AND_REJECTED, reservation, ", and was rejected: " + order.reason());
        }
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
        Set<Long> told = new HashSet<>();
        reservations.stream()
                .filter(reservation -> reservation.outcome().isOk())
                .forEach(reservation -> told.add(reservation.answered()));
        List<FinalState.Order> untold =
                orders.stream().filter(order -> !told.contains(order.id())).toList();
        long undecided = reservations.stream()
                .filter(reservation -> reservation.outcome().isUndecided())
                .count();
        if (untold.size() > undecided) {
            found(
                    Kind.ORDER_FROM_NOWHERE,
                    "user " + user + " of sale " + sale + " has the orders " + ids(untold)
                            + ", which he was not told of; requests that were left undecided: " + undecided);
        }
        List<FinalState.Order> active =
                orders.stream().filter(FinalState.Order::isActive).toList();
        if (active.size() > 1) {
            found(Kind.TWO_FOR_ONE, "user " + user + " has the active orders " + ids(active) + " in sale " + sale);
        }
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
        Map<Long, Long> undecided = of(Operation.Kind.CLAIM).stream()
                .filter(claim -> claim.outcome().isUndecided())
                .collect(groupingBy(Operation::user, counting()));
        facts.coupons().values().stream()
                .filter(coupon -> !told.contains(coupon.id()))
                .collect(groupingBy(FinalState.Coupon::user, counting()))
                .forEach((user, untold) -> {
                    if (untold > undecided.getOrDefault(user, 0L)) {
                        found(
                                Kind.COUPON_FROM_NOWHERE,
                                "user " + user + " has " + untold + " coupons that he was not told of");
                    }
                });
    }

    private void exists(Operation claim, Kind ifNot) {
        long id = claim.answered();
        FinalState.Coupon coupon = facts.coupons().get(id);
        if (coupon != null && coupon.user() != claim.user()) {
            found(Kind.COUPON_OF_ANOTHER, claim, ", but the coupon is user " + coupon.user() + "'s");
        } else if (coupon == null && facts.rejectedClaims().contains(id)) {
            if (!mayBeOverpromised(claim)) {
                found(Kind.ACCEPTED_AND_REJECTED, claim, ", and was rejected");
            }
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
        facts.added().forEach((sale, added) -> {
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
