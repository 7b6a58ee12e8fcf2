package io.flashsale.auditor.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.sale.TestSale.Order;
import io.flashsale.auditor.sale.TestSale.TestCharge;
import io.flashsale.auditor.snapshot.Charge.Outcome;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.StockFlow;
import io.flashsale.auditor.snapshot.StockFlow.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Correct records pass for any history of a sale, and any change of one entry is found. */
class RandomSnapshotTests {

    private static final int HISTORIES = 2_000;

    /** A change of the records; false if this sale has nothing to change in this way. */
    @FunctionalInterface
    private interface Change {
        boolean apply(TestSale sale, RandomGenerator random);
    }

    private static final List<Change> CHANGES = List.of(
            (sale, random) -> nonZero(sale.available += step(random)),
            (sale, random) -> nonZero(sale.deducted += step(random)),
            (sale, random) -> nonZero(sale.released += step(random)),
            (sale, random) -> nonZero(sale.initial += step(random)),
            (sale, random) -> nonZero(sale.remaining += step(random)),
            (sale, random) -> nonZero(sale.total += step(random)),
            (sale, random) -> sale.holders.put(-1L, 5L) == null,
            (sale, random) -> !sale.holders.isEmpty() && sale.holders.remove(any(keys(sale), random)) != null,
            (sale, random) -> !sale.holders.isEmpty() && sale.holders.put(any(keys(sale), random), -5L) != null,
            (sale, random) -> !sale.flows.isEmpty() && dropFlow(sale, random),
            (sale, random) -> !sale.flows.isEmpty() && sale.flows.add(any(sale.flows, random)),
            (sale, random) -> sale.flows.add(new StockFlow(5, 5, any(List.of(Type.values()), random))),
            (sale, random) -> !sale.orders.isEmpty() && dropOrder(sale, random),
            (sale, random) -> !sale.orders.isEmpty() && sale.orders.add(any(sale.orders, random)),
            (sale, random) -> !sale.orders.isEmpty() && toggle(any(sale.orders, random)),
            (sale, random) -> !sale.charges.isEmpty() && spoil(any(sale.charges, random), random.nextInt(6)),
            (sale, random) -> !sale.orders.isEmpty() && nonZero(any(sale.orders, random).refundCents += step(random)));

    private static boolean nonZero(long now) {
        return true; // each of these always changes something
    }

    private static long step(RandomGenerator random) {
        return random.nextBoolean() ? random.nextLong(1, 4) : -random.nextLong(1, 4);
    }

    private static List<Long> keys(TestSale sale) {
        return List.copyOf(sale.holders.keySet());
    }

    private static <T> T any(List<T> from, RandomGenerator random) {
        return from.get(random.nextInt(from.size()));
    }

    /** Without its VOID flow a rejected order is still correct. */
    private static boolean dropFlow(TestSale sale, RandomGenerator random) {
        StockFlow flow = any(sale.flows, random);
        return flow.type() != Type.VOID && sale.flows.remove(flow);
    }

    /** A rejected order without a flow leaves no trace in the services' records; only its client can miss it. */
    private static boolean dropOrder(TestSale sale, RandomGenerator random) {
        Order order = any(sale.orders, random);
        return sale.flows.stream().anyMatch(flow -> flow.order() == order.id) && sale.orders.remove(order);
    }

    /** Turns an active order into a closed one, or the reverse, in its row only. */
    private static boolean toggle(Order order) {
        if (order.status == OrderStatus.REJECTED) {
            return false;
        }
        order.status = order.status.active() ? OrderStatus.CLOSED : OrderStatus.PAID;
        order.reason = true;
        return true;
    }

    /** Makes the shop's and the provider's record of the charge disagree. */
    private static boolean spoil(TestCharge charge, int how) {
        switch (how) {
            case 0 -> charge.recorded = null;
            case 1 -> charge.taken = null;
            case 2 -> charge.takenFor++;
            case 3 -> charge.taken = TestSale.PRICE + 1;
            case 4 -> charge.recordedFor++;
            default -> charge.outcome = charge.outcome == Outcome.PAID ? Outcome.REFUND : Outcome.PAID;
        }
        return true;
    }

    @Test
    void correctSnapshotsHold() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            TestSale sale = TestSale.random(new Random(seed));
            CheckResult checked = sale.check(new ClientRecord(sale.answers(), List.of()));
            assertThat(checked.findings()).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void oneWrongEntryIsNoticed() {
        List<Integer> applied = new ArrayList<>();
        for (int seed = 0; seed < HISTORIES; seed++) {
            RandomGenerator random = new Random(seed);
            TestSale sale = TestSale.random(random);
            int change = seed % CHANGES.size();
            if (CHANGES.get(change).apply(sale, random)) {
                applied.add(change);
                assertThat(sale.findings())
                        .as("seed " + seed + ", change " + change)
                        .isNotEmpty();
            }
        }
        assertThat(applied).as("changes that were tried").hasSizeGreaterThan(HISTORIES / 2);
        assertThat(applied.stream().distinct().count()).isEqualTo(CHANGES.size());
    }

    @Test
    void oneLostAnswerIsNoticed() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            RandomGenerator random = new Random(seed);
            TestSale sale = TestSale.random(random);
            if (sale.orders.isEmpty()) {
                continue;
            }
            List<ClientRecord.Accepted> answers = sale.answers();
            sale.orders.remove(any(sale.orders, random));
            assertThat(TestSale.kinds(sale.check(new ClientRecord(answers, List.of()))))
                    .as("seed " + seed)
                    .contains(FindingKind.LOST_ORDER);
        }
    }
}
