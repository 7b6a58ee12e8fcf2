package io.flashsale.simulation.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.simulation.script.Scripts;
import io.flashsale.simulation.shop.Simulation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.bytebuddy.asm.Advice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Defects that the shop once had are found again. Each test takes out the guard that ended one, and expects that one of the
 * first schedules shows it.
 */
@Tag("weekly")
class BroughtBackDefectsTests {

    /** Some minutes on one processor; each defect is found much earlier. */
    private static final int SCHEDULES = 100_000;

    private static final int STEPS = 60;

    private static void isFound(Simulation simulation) {
        Optional<Violation> violation = LongStream.rangeClosed(1, SCHEDULES)
                .mapToObj(seed -> simulation.run(seed, STEPS))
                .flatMap(Optional::stream)
                .findFirst();
        assertThat(violation).isPresent();
        Violation found = violation.get();
        System.out.println("found by schedule " + found.seed() + ": " + simulation.report(simulation.shortest(found)));
    }

    private static void isFoundWithout(Consumer<ReplacedMethods> guards) {
        try (ReplacedMethods replaced = new ReplacedMethods()) {
            guards.accept(replaced);
            isFound(new Simulation());
        }
    }

    private static Simulation withScript(String file, String guard, String instead) {
        String text = Scripts.FILES.get(file);
        assertThat(text).contains(guard);
        return new Simulation(Scripts.with(file, text.replace(guard, instead)));
    }

    @Test
    void aFirstAttemptThatIsOvertakenByItsRepetition() {
        isFound(withScript("reserve/repetition", "return not isRepetition and", "return false and"));
    }

    /** Also the second line, the comparison of the whole campaign, came with the guard. */
    @Test
    void aGateAheadOfARestoredDatabase() {
        isFoundWithout(guards -> guards.answer("io.flashsale.admission.StockGateState", "isAheadOf", false)
                .skip("io.flashsale.admission.spring.reconciliation.Reconciliation", "run"));
    }

    @Test
    void oneRowThatStopsAllReleases() {
        isFoundWithout(
                guards -> guards.advise("io.flashsale.order.outbox.OutboxPublisher$Pass", "taken", AllOrNothing.class));
    }

    static final class AllOrNothing {
        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) List<?> batch, @Advice.Return List<?> taken) {
            if (taken.size() < batch.size()) {
                throw new IllegalStateException("Kafka did not take all");
            }
        }
    }

    @Test
    void aSaleThatFailsAndStopsTheOthers() {
        isFoundWithout(guards -> guards.advise(
                        "io.flashsale.commons.kafka.PartwiseDelivery", "inTurn", AsTheyCame.class)
                .advise("io.flashsale.commons.kafka.PartwiseDelivery$Undone", "failed", TheFirstIsTheLast.class));
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

    /** For orders: accounts, sales and coupons get their ids the same way. */
    @Test
    void idsThatComeBackAfterARestore() {
        isFound(new Simulation(new Kit(Scripts.UNCHANGED, (_, ledger) -> ledger, true)));
    }

    @Test
    void aDeadLetterWithoutItsUnit() {
        isFound(new Simulation(new Kit(Scripts.UNCHANGED, RightPricesOnly::new, false)));
    }

    /** As the ledger was: an order at a price that the sale never had gets no unit. */
    private record RightPricesOnly(SimulatedTables tables, StockLedger ledger) implements StockLedger {

        private boolean isRight(Deduct.Line order) {
            return tables.prices.rows().contains(order.priceCents())
                    || tables.sales.rows().stream().anyMatch(sale -> sale.priceCents() == order.priceCents());
        }

        @Override
        public Deductions deduct(Deduct command) {
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
        isFoundWithout(guards -> guards.answer("io.flashsale.stock.ledger.Flow", "isOf", true));
    }

    @Test
    void aBackupOfRedisThatClosesEveryGate() {
        isFound(withScript(
                "shared/run",
                "string.match(name, '^%x+') == process",
                "name == process .. ':' .. string.match(replication, 'master_replid:(%x+)')"));
    }
}
