package io.flashsale.auditor.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.SaleHead;
import io.flashsale.auditor.snapshot.StockFlow;
import io.flashsale.auditor.snapshot.StockRow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.source.BucketLocations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A sale in two buckets: an error in one is found even if the sum is right. */
class BucketSnapshotTests {

    private static final int BUCKETS = 2;

    /** Six units in each bucket, two of them moved from the first to the second; three shoppers hold a unit. */
    private final List<StockRow> rows = new ArrayList<>();

    private final List<Gate> gates = new ArrayList<>();
    private final Holders holders = new Holders();
    private final List<StockFlow> flows = new ArrayList<>();
    private final List<OrderRow> orders = new ArrayList<>();

    BucketSnapshotTests() {
        long[] sold = new long[BUCKETS];
        for (long user = 1; user <= 3; user++) {
            sold[BucketLocations.home(user, BUCKETS)]++;
            holders.add(user, 100 + user);
            flows.add(new StockFlow(100 + user, user, StockFlow.Type.DEDUCT));
            orders.add(new OrderRow(100 + user, user, OrderStatus.AWAITING_PAYMENT, false));
        }
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            long moved = bucket == 0 ? -2 : 2;
            long left = 6 + moved - sold[bucket];
            rows.add(new StockRow(bucket, 6, 0, left, sold[bucket], 0, 1, moved, moved));
            gates.add(new Gate(Gate.State.WARM, "e" + bucket, left, 6, 1, 0, sold[bucket], moved, Offer.NONE));
        }
    }

    private List<FindingKind> findings() {
        SaleHead sale = new SaleHead(7, 1, false, false, BUCKETS, 1, Offer.NONE);
        SaleSnapshot snapshot = new SaleSnapshot(
                new StockSnapshot(sale, rows, flows, Map.of()), new OrderRows(orders), List.of(), gates, holders);
        return CheckResult.of(snapshot, null).findings().stream()
                .map(Finding::kind)
                .toList();
    }

    private void gate(int bucket, long more, long moved) {
        gate(bucket, Gate.State.WARM, more, moved);
    }

    private void gate(int bucket, Gate.State state, long more, long moved) {
        Gate old = gates.get(bucket);
        gates.set(
                bucket,
                new Gate(
                        state,
                        old.epoch(),
                        old.remaining() + more,
                        old.total(),
                        old.revision(),
                        old.returned(),
                        old.holders(),
                        old.moved() + moved,
                        old.offer()));
    }

    private void row(int bucket, long available, long deducted, long moved, long moves) {
        StockRow old = rows.get(bucket);
        rows.set(
                bucket,
                new StockRow(
                        bucket,
                        old.initial(),
                        old.added(),
                        old.available() + available,
                        old.deducted() + deducted,
                        old.released(),
                        old.version(),
                        old.moved() + moved,
                        old.moves() + moves));
    }

    /** @param found kinds, separated by spaces */
    private static Arguments bad(String how, String found, Consumer<BucketSnapshotTests> spoil) {
        return arguments(how, spoil, BadSnapshotTests.kinds(found));
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                bad("units in the wrong gate", "REDIS_OFFERS_TOO_MUCH REDIS_OFFERS_TOO_LITTLE", t -> {
                    t.gate(0, 1, 0);
                    t.gate(1, -1, 0);
                }),
                bad("units that came from nowhere", "MOVES_UNBALANCED", t -> {
                    t.row(0, 1, 0, 1, 1);
                    t.gate(0, 1, 1);
                }),
                // They left one gate for a move that was never made, and reached no other gate.
                bad("units that are in no gate", "REDIS_OFFERS_TOO_LITTLE REDIS_MOVED", t -> t.gate(1, -3, -3)),
                // Each gate has the units of its row; the wrong count of moves only delays the sold-out answer.
                bad("gates that do not add up", "REDIS_MOVED", t -> t.gate(0, 0, -1)),
                bad("a move that nobody recorded", "MOVES_UNBALANCED", t -> t.row(0, 0, 0, 0, 1)),
                bad("a row that is not conserved", "NOT_CONSERVED MOVES_UNBALANCED", t -> {
                    t.row(1, 0, 0, 1, 1);
                    t.gate(1, 0, 1);
                }),
                bad("a unit that was deducted from another bucket than its shopper's", "DEDUCTED_COUNTER", t -> {
                    t.row(0, -1, 1, 0, 0);
                    t.row(1, 1, -1, 0, 0);
                    t.gate(0, -1, 0);
                    t.gate(1, 1, 0);
                }),
                bad(
                        "a shopper who holds a unit in two buckets",
                        "HOLDER_IN_OTHER_BUCKET HOLDER_WITHOUT_ORDER",
                        t -> t.holders.addAstray(1, 999)),
                // As if a gate had been rebuilt with the holders of all buckets: units, orders and users agree.
                bad(
                        "a shopper whom the gate of another bucket names too",
                        "HOLDER_IN_OTHER_BUCKET",
                        t -> t.holders.addAstray(1, 101)),
                bad("a bucket that owes units while another one is being rebuilt", "REDIS_NEGATIVE", t -> {
                    t.gate(0, -20, 0);
                    t.gate(1, Gate.State.REBUILDING, 0, 0);
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spoilt")
    void shouldFind(String how, Consumer<BucketSnapshotTests> spoil, Set<FindingKind> found) {
        spoil.accept(this);
        assertThat(findings()).as(how).containsExactlyInAnyOrderElementsOf(found);
    }

    @Test
    void shouldFindNothingWhereAllIsWell() {
        assertThat(findings()).isEmpty();
        assertThat(Gate.ofAll(gates).remaining()).isEqualTo(9);
    }

    @Test
    void shouldFindABucketWithoutARow() {
        rows.removeLast();
        assertThat(findings()).contains(FindingKind.STOCK_ROW_MISSING);
    }

    @Test
    void shouldCompareNothingWithRedisWhileOneGateIsBeingRebuilt() {
        gate(0, 1, 0);
        gate(1, Gate.State.REBUILDING, 0, 0);
        assertThat(findings()).isEmpty();
        assertThat(Gate.ofAll(gates).state()).isEqualTo(Gate.State.REBUILDING);
    }
}
