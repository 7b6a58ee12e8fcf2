package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.WaitingCrowd;
import io.flashsale.system.harness.WaitingCrowd.Served;
import io.flashsale.system.harness.WaitingRoom;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What must hold when a waiting room was served while something broke. */
final class ServedOnce {

    private ServedOnce() {}

    /**
     * All units are sold, in sequence, for one ticket each; nobody has two of anything; and the auditor finds I1 to I12 to hold,
     * with what shoppers were told.
     */
    static void requireServedOnce(RunningSystem system, WaitingRoom room, List<Served> served, int units) {
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
