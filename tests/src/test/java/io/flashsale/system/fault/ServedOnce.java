package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.TicketSale;
import io.flashsale.system.harness.WaitingCrowd;
import io.flashsale.system.harness.WaitingCrowd.Served;
import java.util.List;

/** Checks a waiting room that was served while something broke. */
final class ServedOnce {

    private ServedOnce() {}

    /**
     * Requires that all units are sold in order, for one ticket each, and that no shopper has two of anything.
     *
     * <p>The auditor must find I1 to I12 to hold, given the answers that the shoppers received.
     */
    static void requireServedOnce(RunningSystem system, TicketSale room, List<Served> served, int units) {
        assertThat(served)
                .allSatisfy(shopper ->
                        assertThat(shopper.hasBought()).as("%s", shopper).isTrue());
        assertThat(served).hasSize(units);
        assertThat(served).extracting(Served::orderId).doesNotHaveDuplicates();
        assertThat(served).allSatisfy(shopper -> assertThat(shopper.tickets()).hasSize(1));
        assertThat(served.stream().flatMap(shopper -> shopper.tickets().stream()))
                .doesNotHaveDuplicates();
        assertThat(served.stream().mapToLong(shopper -> shopper.who().number()))
                .as("the first of the line")
                .allMatch(number -> number <= units);

        system.records.requireInvariants(
                room.sale, served.stream().map(Served::orderId).toList());
        assertThat(system.records.active(room.sale)).isEqualTo(units);
        assertThat(system.records.ticketsIssued(room.sale)).isEqualTo(units);
        system.shop.requireAudit(room.sale, WaitingCrowd.seenBy(served), "I12");
    }
}
