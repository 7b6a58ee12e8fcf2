package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.Answer;
import io.flashsale.system.fault.BuyingCrowd.Click;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Accepted;
import io.flashsale.system.harness.Shop.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What must hold of a sale that ended with its last unit, whatever died meanwhile. */
final class NothingLost {

    private NothingLost() {}

    /** Requires that shoppers get their decisions, and that the auditor then finds all invariants to hold. */
    static void requireNothingLost(RunningSystem system, long sale, List<User> users, int units, List<Click> clicks) {
        List<Accepted> accepted = requireDecisions(system, sale, users, units, clicks);
        Set<String> undecided = clicks.stream()
                .filter(click -> !click.isDecided())
                .map(click -> click.user().name())
                .collect(Collectors.toSet());
        system.shop.requireAudit(sale, Shop.seen(accepted, undecided));
    }

    /** All shoppers ask again, so that undecided ones get a decision; then all records are compared. */
    static List<Accepted> requireDecisions(
            RunningSystem system, long sale, List<User> users, int units, List<Click> clicks) {
        List<Answer> again = system.shop.stampede(sale, users, 16);
        assertThat(again).allMatch(answer -> answer.status() == 202 || answer.status() == 409);
        List<Accepted> accepted = new ArrayList<>(clicks.stream()
                .filter(click -> click.status() == 202)
                .map(click -> new Accepted(click.orderId(), click.user().name()))
                .toList());
        for (int i = 0; i < users.size(); i++) {
            if (again.get(i).status() == 202) {
                accepted.add(new Accepted(again.get(i).orderId(), users.get(i).name()));
            }
        }
        system.records.requireInvariants(
                sale, accepted.stream().map(Accepted::orderId).toList());
        assertThat(system.records.active(sale)).isEqualTo(units);
        return accepted;
    }
}
