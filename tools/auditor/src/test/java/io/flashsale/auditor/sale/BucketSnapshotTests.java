package io.flashsale.auditor.sale;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;

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

    private void gate(int bucket, Gate.State state, long more) {
        gate(bucket, state, more, 0);
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

    @Test
    void shouldFindNothingWhereAllIsWell() {
        assertThat(findings()).isEmpty();
        assertThat(Gate.ofAll(gates).remaining()).isEqualTo(9);
    }

    @Test
    void shouldFindWhatIsInTheWrongGate() {
        gate(0, Gate.State.WARM, 1);
        gate(1, Gate.State.WARM, -1);
        assertThat(findings())
                .containsExactlyInAnyOrder(FindingKind.REDIS_OFFERS_TOO_MUCH, FindingKind.REDIS_OFFERS_TOO_LITTLE);
    }

    @Test
    void shouldFindUnitsThatCameFromNowhere() {
        row(0, 1, 0, 1, 1);
        gate(0, Gate.State.WARM, 1, 1);
        assertThat(findings()).containsExactly(FindingKind.MOVES_UNBALANCED);
    }

    /** Units left one gate for a move that was never made, and reached no other gate. */
    @Test
    void shouldFindUnitsThatAreInNoGate() {
        gate(1, Gate.State.WARM, -3, -3);
        assertThat(findings()).containsExactlyInAnyOrder(FindingKind.REDIS_OFFERS_TOO_LITTLE, FindingKind.REDIS_MOVED);
    }

    /** Each gate has the units of its row; the wrong count of moves only delays the sold-out answer. */
    @Test
    void shouldFindGatesThatDoNotAddUp() {
        gate(0, Gate.State.WARM, 0, -1);
        assertThat(findings()).containsExactly(FindingKind.REDIS_MOVED);
    }

    @Test
    void shouldFindAMoveThatNobodyRecorded() {
        row(0, 0, 0, 0, 1);
        assertThat(findings()).containsExactly(FindingKind.MOVES_UNBALANCED);
    }

    @Test
    void shouldFindARowThatIsNotConserved() {
        row(1, 0, 0, 1, 1);
        gate(1, Gate.State.WARM, 0, 1);
        assertThat(findings()).containsExactlyInAnyOrder(FindingKind.NOT_CONSERVED, FindingKind.MOVES_UNBALANCED);
    }

    @Test
    void shouldFindAUnitThatWasDeductedFromAnotherBucketThanItsShoppers() {
        row(0, -1, 1, 0, 0);
        row(1, 1, -1, 0, 0);
        gate(0, Gate.State.WARM, -1);
        gate(1, Gate.State.WARM, 1);
        assertThat(findings()).containsExactly(FindingKind.DEDUCTED_COUNTER);
    }

    @Test
    void shouldFindABucketWithoutARow() {
        rows.removeLast();
        assertThat(findings()).contains(FindingKind.STOCK_ROW_MISSING);
    }

    @Test
    void shouldFindAShopperWhoHoldsAUnitInTwoBuckets() {
        holders.addAstray(1, 999);
        assertThat(findings())
                .containsExactlyInAnyOrder(FindingKind.HOLDER_IN_OTHER_BUCKET, FindingKind.HOLDER_WITHOUT_ORDER);
    }

    /** As if a gate had been rebuilt with the holders of all buckets: units, orders and users agree. */
    @Test
    void shouldFindAShopperWhomTheGateOfAnotherBucketNamesToo() {
        holders.addAstray(1, 101);
        assertThat(findings()).containsExactly(FindingKind.HOLDER_IN_OTHER_BUCKET);
    }

    @Test
    void shouldFindABucketThatOwesUnitsWhileAnotherOneIsBeingRebuilt() {
        gate(0, Gate.State.WARM, -20);
        gate(1, Gate.State.REBUILDING, 0);
        assertThat(findings()).containsExactly(FindingKind.REDIS_NEGATIVE);
    }

    @Test
    void shouldCompareNothingWithRedisWhileOneGateIsBeingRebuilt() {
        gate(0, Gate.State.WARM, 1);
        gate(1, Gate.State.REBUILDING, 0);
        assertThat(findings()).isEmpty();
        assertThat(Gate.ofAll(gates).state()).isEqualTo(Gate.State.REBUILDING);
    }
}
