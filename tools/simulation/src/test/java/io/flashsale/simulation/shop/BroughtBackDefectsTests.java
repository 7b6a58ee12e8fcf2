package io.flashsale.simulation.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.closing.PaidOrders;
import io.flashsale.simulation.script.Scripts;
import io.flashsale.simulation.shop.Simulation.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.bytebuddy.asm.Advice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Defects that the shop once had are found again. Each test takes out the guard that ended one, and expects that one of the
 * first schedules shows what came of it. With the guard, the same seed and the same steps show nothing.
 */
@Tag("weekly")
class BroughtBackDefectsTests {

    /** Some minutes on one processor; each defect is found much earlier. */
    private static final int SCHEDULES = 100_000;

    private static final int STEPS = 60;

    private static final String REJECTED = "was rejected: INSUFFICIENT_STOCK";

    /** The simulation with a defect finds this; returns the first schedule that shows it. */
    private static Violation find(Simulation simulation, String finding) {
        long begin = System.nanoTime();
        Violation found = LongStream.rangeClosed(1, SCHEDULES)
                .mapToObj(seed -> simulation.run(seed, STEPS))
                .flatMap(violation -> violation.filter(one -> shows(one.findings(), finding)).stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no schedule shows \"" + finding + "\""));
        double seconds = (System.nanoTime() - begin) / 1e9;
        Violation shortest = simulation.shortest(found, finding);
        System.out.printf(
                "found by schedule %d after %.1f s: %s%n", found.seed(), seconds, simulation.report(shortest));
        return found;
    }

    private static boolean shows(List<String> findings, String finding) {
        return findings.stream().anyMatch(text -> text.contains(finding));
    }

    private static void holdsWithTheGuard(Violation found) {
        Simulation simulation = new Simulation();
        assertThat(simulation.run(found.seed(), STEPS)).isEmpty();
        assertThat(simulation.findings(found.schedule())).isEmpty();
    }

    private static void isFound(Simulation simulation, String finding) {
        holdsWithTheGuard(find(simulation, finding));
    }

    private static void isFoundWithout(Consumer<ReplacedMethods> guards, String finding) {
        Violation found;
        try (ReplacedMethods replaced = new ReplacedMethods()) {
            guards.accept(replaced);
            found = find(new Simulation(), finding);
        }
        holdsWithTheGuard(found);
    }

    private static Simulation withScript(String file, String guard, String instead) {
        String text = Scripts.FILES.get(file);
        assertThat(text).contains(guard);
        return new Simulation(Scripts.with(file, text.replace(guard, instead)));
    }

    @Test
    void aFirstAttemptThatIsOvertakenByItsRepetition() {
        isFound(withScript("reserve/repetition", "return not isRepetition and", "return false and"), "TODO");
    }

    /** Also the second line, the comparison of the whole campaign, came with the guard. */
    @Test
    void aGateAheadOfARestoredDatabase() {
        isFoundWithout(
                guards -> guards.answer("io.flashsale.admission.StockGateState", "isAheadOf", false)
                        .skip("io.flashsale.admission.spring.reconciliation.Reconciliation", "run"),
                "TODO");
    }

    @Test
    void oneRowThatStopsAllReleases() {
        isFoundWithout(
                guards -> guards.advise("io.flashsale.order.outbox.OutboxPublisher$Pass", "taken", AllOrNothing.class),
                "the outbox of order-service is not empty");
    }

    static final class AllOrNothing {
        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("this$0") Object publisher,
                @Advice.Argument(0) List<?> batch,
                @Advice.Return List<?> taken) {
            if (taken.size() < batch.size()) {
                ForgetfulPublisher.forget(publisher);
                throw new IllegalStateException("Kafka did not take all");
            }
        }
    }

    @Test
    void aSaleThatFailsAndStopsTheOthers() {
        isFoundWithout(
                guards -> guards.advise("io.flashsale.commons.kafka.PartwiseDelivery", "inTurn", AsTheyCame.class)
                        .advise(
                                "io.flashsale.commons.kafka.PartwiseDelivery$Undone",
                                "failed",
                                TheFirstIsTheLast.class),
                "TODO");
    }

    static final class AsTheyCame {
        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) Set<?> present, @Advice.Return(readOnly = false) List<?> inTurn) {
            inTurn = new ArrayList<>(present);
        }
    }

    static final class TheFirstIsTheLast {
        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue(value = "failures", readOnly = false) int failures) {
            failures += 100;
        }
    }

    @Test
    void aPartitionThatIsAddedWhileOrdersAreQueued() {
        isFoundWithout(
                guards -> guards.advise(
                        "io.flashsale.commons.kafka.ConsumerProgress", "partitionsOf", OnlyThePresentOne.class),
                REJECTED);
    }

    static final class OnlyThePresentOne {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) Object key,
                @Advice.Argument(1) int partitions,
                @Advice.Argument(2) ToIntBiFunction<Object, Integer> partitionOf,
                @Advice.Return(readOnly = false) Set<Integer> found) {
            found = Set.of(partitionOf.applyAsInt(key, partitions));
        }
    }

    /** For orders: accounts, sales and coupons get their ids the same way. */
    @Test
    void idsThatComeBackAfterARestore() {
        isFound(new Simulation(new Kit(Scripts.UNCHANGED, (_, ledger) -> ledger, true)), "TODO");
    }

    @Test
    void aDeadLetterWithoutItsUnit() {
        isFound(
                new Simulation(new Kit(Scripts.UNCHANGED, RightPricesOnly::new, false)),
                "is under review, and its unit is for sale");
    }

    /** As the ledger was: an order at a price that the sale never had gets no unit. */
    private record RightPricesOnly(SimulatedTables tables, StockLedger ledger) implements StockLedger {

        private boolean isRight(Deduct.Line order) {
            return tables.prices.rows().contains(order.priceCents())
                    || tables.sales.rows().stream().anyMatch(sale -> sale.priceCents() == order.priceCents());
        }

        @Override
        public Deductions deduct(Deduct command) {
            if (command.saleId() != SimulatedShop.SALE) {
                return ledger.deduct(command);
            }
            List<Deduct.Line> right =
                    command.orders().stream().filter(this::isRight).collect(Collectors.toList());
            List<Deductions.Line> lines = new ArrayList<>();
            if (!right.isEmpty()) {
                lines.addAll(ledger.deduct(new Deduct(command.saleId(), right)).orders());
            }
            command.orders().stream()
                    .filter(order -> !isRight(order))
                    .forEach(order -> lines.add(new Deductions.Line(order.orderId(), Deductions.Outcome.WRONG_PRICE)));
            return new Deductions(lines, null);
        }

        @Override
        public StockFlows flows(long orderId) {
            return ledger.flows(orderId);
        }
    }

    @Test
    void aReleaseThatIsNotComparedWithItsDeduction() {
        isFoundWithout(guards -> guards.answer("io.flashsale.stock.ledger.Flow", "isOf", true), "TODO");
    }

    /** The row that says so. The entrance, which reads it, is not simulated. */
    @Test
    void aTicketThatARejectionDoesNotGiveBack() {
        isFoundWithout(
                guards -> guards.skip("io.flashsale.stock.ledger.SimulatedLedger$Rows", "giveTicketsBack"),
                "was rejected, and its ticket did not come back");
    }

    @Test
    void aBackupOfRedisThatClosesEveryGate() {
        isFound(
                withScript(
                        "shared/run",
                        "string.match(name, '^%x+') == process",
                        "name == process .. ':' .. string.match(replication, 'master_replid:(%x+)')"),
                "met a closed gate, and nothing was forgotten");
    }

    @Test
    void aChargeWhoseOrderComesBackLater() {
        isFoundWithout(
                guards -> guards.answer("io.flashsale.order.payment.PaymentNotifications", "mayStillBePlaced", false),
                "was paid in time, and its money goes back");
    }

    @Test
    void aDeadlineThatComesBeforeTheLookForCharges() {
        isFoundWithout(
                guards -> guards.advise("io.flashsale.order.payment.MissedCharges", "known", EverythingIsKnown.class),
                "was paid in time, and its money goes back");
    }

    static final class EverythingIsKnown {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) PaidOrders.Known known) {
            known = new PaidOrders.Known(Instant.MAX, Set.of());
        }
    }
}
