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
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import net.bytebuddy.asm.Advice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Defects that the shop once had are found again. Each test takes out the guard that ended one, and expects that one of the
 * first schedules shows what came of it. With the guard, the same seed and the same steps show nothing.
 */
@Tag("weekly")
class BroughtBackDefectsTests {

    /** Five minutes on two processors, or less. */
    private static final int SCHEDULES = 500_000;

    private static final int STEPS = 100;
    private static final int THREADS = 2;

    private static final String REJECTED = "was rejected: INSUFFICIENT_STOCK";

    /** A schedule that shows this finding while the defect is there; prints the shortest one. */
    private static Violation find(Supplier<Simulation> defective, String finding) throws Exception {
        long begin = System.nanoTime();
        SeedSearch search = new SeedSearch(
                defective, STEPS, found -> found.findings().stream().anyMatch(text -> text.contains(finding)));
        Violation found = search.from(1, THREADS, () -> search.done() < SCHEDULES)
                .orElseThrow(() -> new AssertionError("no schedule shows \"" + finding + "\""));
        double seconds = (System.nanoTime() - begin) / 1e9;
        Simulation simulation = defective.get();
        System.out.printf(
                "found by the %,d. schedule after %.1f s: %s%n",
                search.done(), seconds, simulation.report(simulation.shortest(found, finding)));
        return found;
    }

    private static void holdsWithTheGuard(Violation found) {
        Simulation simulation = new Simulation();
        assertThat(simulation.run(found.seed(), STEPS)).isEmpty();
        assertThat(simulation.findings(found.schedule())).isEmpty();
    }

    private static void isFound(Supplier<Simulation> defective, String finding) throws Exception {
        holdsWithTheGuard(find(defective, finding));
    }

    private static void isFoundWithout(Consumer<ReplacedMethods> guards, String finding) throws Exception {
        Violation found;
        try (ReplacedMethods replaced = new ReplacedMethods()) {
            guards.accept(replaced);
            found = find(Simulation::new, finding);
        }
        holdsWithTheGuard(found);
    }

    private static Supplier<Simulation> withScript(String file, String guard, String instead) {
        String text = Scripts.FILES.get(file);
        assertThat(text).contains(guard);
        return () -> new Simulation(Scripts.with(file, text.replace(guard, instead)));
    }

    @Test
    void aFirstAttemptThatIsOvertakenByItsRepetition() throws Exception {
        isFound(
                withScript("reserve/repetition", "return not isRepetition and", "return false and"),
                "UNEXPLAINED_ORDER");
    }

    /** Also the second line, the comparison of the whole campaign, came with the guard. */
    @Test
    void aGateAheadOfARestoredDatabase() throws Exception {
        isFoundWithout(
                guards -> guards.answer("io.flashsale.admission.StockGateState", "isAheadOf", false)
                        .skip("io.flashsale.admission.spring.reconciliation.Reconciliation", "run"),
                "REDIS_AHEAD");
    }

    @Test
    void oneRowThatStopsAllReleases() throws Exception {
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
    void aSaleThatFailsAndStopsTheOthers() throws Exception {
        isFoundWithout(
                guards -> guards.advise("io.flashsale.commons.kafka.PartwiseDelivery", "inTurn", AsTheyCame.class)
                        .advise(
                                "io.flashsale.commons.kafka.PartwiseDelivery$Undone",
                                "failed",
                                TheFirstIsTheLast.class),
                "LOST_ORDER");
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
    void aPartitionThatIsAddedWhileOrdersAreQueued() throws Exception {
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
    void idsThatComeBackAfterARestore() throws Exception {
        isFound(() -> new Simulation(new Kit(Scripts.UNCHANGED, (_, ledger) -> ledger, true)), "ORDER_OF_ANOTHER_USER");
    }

    @Test
    void aDeadLetterWithoutItsUnit() throws Exception {
        isFound(
                () -> new Simulation(new Kit(Scripts.UNCHANGED, RightPricesOnly::new, false)),
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
    void aReleaseThatIsNotComparedWithItsDeduction() throws Exception {
        isFoundWithout(guards -> guards.answer("io.flashsale.stock.ledger.Flow", "isOf", true), "FLOW_OF_ANOTHER_USER");
    }

    /** The row that says so. The entrance, which reads it, is not simulated. */
    @Test
    void aTicketThatARejectionDoesNotGiveBack() throws Exception {
        isFoundWithout(
                guards -> guards.skip("io.flashsale.stock.ledger.SimulatedLedger$Rows", "giveTicketsBack"),
                "was rejected, and its ticket did not come back");
    }

    @Test
    void aBackupOfRedisThatClosesEveryGate() throws Exception {
        isFound(
                withScript(
                        "shared/run",
                        "string.match(name, '^%x+') == process",
                        "name == process .. ':' .. string.match(replication, 'master_replid:(%x+)')"),
                "met a closed gate, and nothing was forgotten");
    }

    @Test
    void aChargeWhoseOrderComesBackLater() throws Exception {
        isFoundWithout(
                guards -> guards.answer("io.flashsale.order.payment.PaymentNotifications", "mayStillBePlaced", false),
                "was paid in time, and its money goes back");
    }

    @Test
    void aDeadlineThatComesBeforeTheLookForCharges() throws Exception {
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
