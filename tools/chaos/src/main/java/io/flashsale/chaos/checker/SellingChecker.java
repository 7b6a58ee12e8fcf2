package io.flashsale.chaos.checker;

import io.flashsale.chaos.checker.Violation.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requires that the shop sells, during the round and after the repair: a shop that sells nothing loses nothing
 * either.
 */
public final class SellingChecker {

    private SellingChecker() {}

    /**
     * The violations, if there are any.
     *
     * @param sales in which at least one shopper must have been accepted
     * @param probeSale has one unit, for a shopper who asks for it after the repair
     */
    public static List<Violation> check(History history, FinalState facts, Collection<Long> sales, long probeSale) {
        List<Violation> violations = new ArrayList<>();
        if (history.of(Operation.Kind.RESERVE)
                .noneMatch(reservation -> sales.contains(reservation.target())
                        && reservation.outcome().isOk())) {
            violations.add(new Violation(Kind.NOTHING_SOLD, "nobody was accepted in the sales " + sales));
        }
        purchase(history, probeSale)
                .map(purchase ->
                        purchase.isAccepted() ? order(facts.orders().get(purchase.answered())) : refused(purchase))
                .orElse(Optional.of("nobody has asked for the unit"))
                .map(what -> new Violation(Kind.NOT_SELLING, "sale " + probeSale + ": " + what))
                .ifPresent(violations::add);
        return violations;
    }

    /** The accepted request, or else the last one. */
    private static Optional<Operation> purchase(History history, long sale) {
        List<Operation> asked = history.of(Operation.Kind.RESERVE)
                .filter(reservation -> reservation.target() == sale)
                .toList();
        return asked.stream()
                .filter(Operation::isAccepted)
                .findFirst()
                .or(() -> asked.reversed().stream().findFirst());
    }

    private static Optional<String> refused(Operation purchase) {
        return Optional.of(
                "the only shopper is not accepted: " + purchase.outcome().text());
    }

    /** A closed order has awaited payment until its deadline, so it counts as placed. */
    private static Optional<String> order(FinalState.@Nullable Order order) {
        if (order == null) {
            return Optional.of("the only shopper was accepted, and there is no order");
        }
        return order.is("AWAITING_PAYMENT") || order.is("CLOSED")
                ? Optional.empty()
                : Optional.of("the order of the only shopper is " + order.status());
    }
}
