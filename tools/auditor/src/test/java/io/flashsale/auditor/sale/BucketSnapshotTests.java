package io.flashsale.auditor.sale;

import static java.util.stream.Collectors.toMap;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A sale in two buckets: an error in one is found even if the sum is right. */
class BucketSnapshotTests {

    private static final int BUCKETS = 2;

    /** Six units in each bucket, two of them moved from the first to the second; three shoppers hold a unit. */
    private final long[] available = new long[BUCKETS];

    private final long[] deducted = new long[BUCKETS];
    private final long[] released = new long[BUCKETS];
    private final long[] moved = {-2, 2};
    private final long[] moves = {-2, 2};
    private final long[] remaining = new long[BUCKETS];
    private final long[] held = new long[BUCKETS];
    private final long[] gateMoved = {-2, 2};
    private final Gate.State[] states = {Gate.State.WARM, Gate.State.WARM};
    private int rows = BUCKETS;
    private final Holders holders = new Holders();
    private final List<StockFlow> flows = new ArrayList<>();
    private final List<OrderRow> orders = new ArrayList<>();

    BucketSnapshotTests() {
        for (long user = 1; user <= 3; user++) {
            held[BucketLocations.home(user, BUCKETS)]++;
            holders.add(user, 100 + user);
            flows.add(new StockFlow(100 + user, user, StockFlow.Type.DEDUCT));
            orders.add(new OrderRow(100 + user, user, OrderStatus.AWAITING_PAYMENT, false));
        }
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            deducted[bucket] = held[bucket];
            available[bucket] = 6 + moved[bucket] - deducted[bucket];
            remaining[bucket] = available[bucket];
        }
    }

    private StockRow row(int bucket) {
        return new StockRow(
                bucket, 6, 0, available[bucket], deducted[bucket], released[bucket], 1, moved[bucket], moves[bucket]);
    }

    private Gate gate(int bucket) {
        return new Gate(
                states[bucket], "e" + bucket, remaining[bucket], 6, 1, 0, held[bucket], gateMoved[bucket], Offer.NONE);
    }

    private List<Gate> gates() {
        return IntStream.range(0, BUCKETS).mapToObj(this::gate).toList();
    }

    private List<FindingKind> findings() {
        return TestSale.kinds(check());
    }

    private CheckResult check() {
        StockSnapshot stock = new StockSnapshot(
                new SaleHead(7, 1, false, false, BUCKETS, 1, Offer.NONE),
                IntStream.range(0, rows).mapToObj(this::row).toList(),
                flows,
                Map.of());
        SaleSnapshot sale = new SaleSnapshot(stock, new OrderRows(orders), List.of(), gates(), holders);
        return CheckResult.of(sale, null);
    }

    /** @param found kinds, separated by spaces */
    private static Arguments bad(String how, String found, Consumer<BucketSnapshotTests> spoil) {
        return arguments(how, spoil, BadSnapshotTests.kinds(found));
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                bad("units in the wrong gate", "REDIS_OFFERS_TOO_MUCH REDIS_OFFERS_TOO_LITTLE", t -> {
                    t.remaining[0]++;
                    t.remaining[1]--;
                }),
                bad("units that came from nowhere", "MOVES_UNBALANCED", t -> {
                    t.available[0]++;
                    t.moved[0]++;
                    t.moves[0]++;
                    t.remaining[0]++;
                    t.gateMoved[0]++;
                }),
                // They left one gate for a move that was never made, and reached no other gate.
                bad("units that are in no gate", "REDIS_OFFERS_TOO_LITTLE REDIS_MOVED", t -> {
                    t.remaining[1] -= 3;
                    t.gateMoved[1] -= 3;
                }),
                // Each gate has the units of its row; the wrong count of moves only delays the sold-out answer.
                bad("gates that do not add up", "REDIS_MOVED", t -> t.gateMoved[0]--),
                bad("a move that nobody recorded", "MOVES_UNBALANCED", t -> t.moves[0]++),
                bad("a row that is not conserved", "NOT_CONSERVED MOVES_UNBALANCED", t -> {
                    t.moved[1]++;
                    t.moves[1]++;
                    t.gateMoved[1]++;
                }),
                bad("a unit that was deducted from another bucket than its shopper's", "DEDUCTED_COUNTER", t -> {
                    t.deducted[0]++;
                    t.available[0]--;
                    t.remaining[0]--;
                    t.deducted[1]--;
                    t.available[1]++;
                    t.remaining[1]++;
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
                    t.remaining[0] -= 20;
                    t.states[1] = Gate.State.REBUILDING;
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spoilt")
    void shouldFind(String how, Consumer<BucketSnapshotTests> spoil, Set<FindingKind> found) {
        spoil.accept(this);
        assertThat(findings()).as(how).containsExactlyInAnyOrderElementsOf(found);
    }

    /** A fourth shopper has cancelled, and the unit came back to this bucket. */
    private void cancelled(int bucket) {
        int home = BucketLocations.home(4, BUCKETS);
        flows.add(new StockFlow(104, 4, StockFlow.Type.DEDUCT));
        flows.add(new StockFlow(104, 4, StockFlow.Type.RELEASE));
        orders.add(new OrderRow(104, 4, OrderStatus.CLOSED, true));
        deducted[home]++;
        available[home]--;
        remaining[home]--;
        released[bucket]++;
        available[bucket]++;
        remaining[bucket]++;
    }

    @Test
    void shouldTakeAUnitBackIntoTheBucketOfItsShopperOnly() {
        cancelled(BucketLocations.home(4, BUCKETS));
        assertThat(findings()).isEmpty();
    }

    @Test
    void shouldFindAUnitThatCameBackToAnotherBucket() {
        int other = 1 - BucketLocations.home(4, BUCKETS);
        cancelled(other);
        assertThat(findings()).contains(FindingKind.RELEASED_COUNTER);
    }

    /** The largest error is shown as the worst one, whatever its sign and size. */
    @Test
    void shouldShowTheBucketThatIsFurthestOffAsTheWorst() {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            int off = bucket == 0 ? 1 : -3;
            available[bucket] = -10 + bucket;
            remaining[bucket] = available[bucket] + off;
            gateMoved[bucket] = moved[bucket] + off;
            moves[bucket] = moved[bucket] - off;
        }
        moved[0] = 2;
        gateMoved[0] = 3;
        moves[0] = 1;
        Map<FindingKind, String> worst = check().findings().stream().collect(toMap(Finding::kind, Finding::worst));
        assertThat(worst.get(FindingKind.REDIS_OFFERS_TOO_LITTLE)).contains("bucket 1: ");
        assertThat(worst.get(FindingKind.REDIS_MOVED)).contains("bucket 1: ");
        assertThat(worst.get(FindingKind.MOVES_UNBALANCED)).contains("+4 units more");
        assertThat(worst.get(FindingKind.AVAILABLE_NEGATIVE)).contains("-10");
        assertThat(worst.get(FindingKind.REDIS_NEGATIVE)).contains("-12");
    }

    @Test
    void shouldFindNothingWhereAllIsWell() {
        assertThat(findings()).isEmpty();
        assertThat(Gate.ofAll(gates()).remaining()).isEqualTo(9);
    }

    @Test
    void shouldFindABucketWithoutARow() {
        rows--;
        assertThat(findings()).contains(FindingKind.STOCK_ROW_MISSING);
    }

    @Test
    void shouldCompareNothingWithRedisWhileOneGateIsBeingRebuilt() {
        remaining[0]++;
        states[1] = Gate.State.REBUILDING;
        assertThat(findings()).isEmpty();
        assertThat(Gate.ofAll(gates()).state()).isEqualTo(Gate.State.REBUILDING);
    }
}
