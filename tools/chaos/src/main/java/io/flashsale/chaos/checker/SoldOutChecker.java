package io.flashsale.chaos.checker;

import io.flashsale.chaos.checker.Violation.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds shoppers who were told that nothing is left although something surely was.
 *
 * <p>The answer is surely untrue if, until it came, fewer units can have been taken than the sale had at its start. A
 * unit once taken counts as taken for ever, because it may come back late. Units that were added do not count, because
 * a gate may hear of them late. So what is found is wrong, and not all that is wrong is found.
 *
 * <p>Sales in several buckets are left out: units may be stranded between buckets for about a minute.
 */
public final class SoldOutChecker {

    private final History history;
    private final FinalState facts;
    private final boolean mayForget;

    private SoldOutChecker(History history, FinalState facts, boolean mayForget) {
        this.history = history;
        this.facts = facts;
        this.mayForget = mayForget;
    }

    /**
     * The violations, if there are any.
     *
     * @param mayForget whether Redis may have lost what it knew. If not, each unit that it set aside has become an
     *     order. Otherwise each shopper with an undecided request may have held a unit that no record names
     */
    public static List<Violation> check(History history, FinalState facts, boolean mayForget) {
        SoldOutChecker checker = new SoldOutChecker(history, facts, mayForget);
        return facts.stock().entrySet().stream()
                .filter(sale -> sale.getValue().buckets() == 1)
                .flatMap(sale -> checker.check(sale.getKey(), sale.getValue().initial()))
                .toList();
    }

    private Stream<Violation> check(long sale, long initial) {
        List<Operation> reservations = history.of(Operation.Kind.RESERVE)
                .filter(reservation -> reservation.target() == sale)
                .toList();
        return reservations.stream()
                .filter(reservation -> reservation.outcome().problem().equals("sold-out"))
                .filter(refused -> taken(sale, reservations, refused.end()) < initial)
                .map(refused -> new Violation(
                        Kind.UNTRUE_SOLD_OUT,
                        "user " + refused.user() + " was told so in sale " + sale + " at " + refused.end()
                                + " ms, when "
                                + taken(sale, reservations, refused.end()) + " of " + initial
                                + " units can have been taken"));
    }

    /** The most units that can have been taken until then. */
    private long taken(long sale, List<Operation> reservations, long end) {
        List<FinalState.Order> orders = facts.orders().values().stream()
                .filter(order -> order.sale() == sale && history.at(order.reservedAt()) <= end + history.tolerance())
                .toList();
        if (!mayForget) {
            return orders.size();
        }
        Set<Long> owners = orders.stream().map(FinalState.Order::user).collect(Collectors.toSet());
        return orders.size()
                + reservations.stream()
                        .filter(request -> request.outcome().isUndecided() && request.begin() <= end)
                        .map(Operation::user)
                        .filter(user -> !owners.contains(user))
                        .distinct()
                        .count();
    }
}
