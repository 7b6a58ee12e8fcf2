package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.TicketSale;
import io.flashsale.system.harness.WaitingCrowd;
import io.flashsale.system.harness.WaitingCrowd.Served;
import java.util.List;
import tools.jackson.databind.JsonNode;

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
        JsonNode audit = system.shop
                .call(
                        "POST",
                        "/api/lab/audit/" + room.sale + "?waitSeconds=30",
                        system.shop.admin(),
                        WaitingCrowd.seenBy(served))
                .body();
        assertThat(audit.path("drained").asBoolean()).as(audit.toPrettyString()).isTrue();
        assertThat(audit.path("holds").asBoolean()).as(audit.toPrettyString()).isTrue();
        assertThat(audit.path("invariants")
                        .valueStream()
                        .map(line -> line.path("id").asString()))
                .contains("I12");
    }
}
