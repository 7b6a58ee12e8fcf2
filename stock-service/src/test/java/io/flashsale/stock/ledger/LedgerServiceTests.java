package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anySet;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.sql.OptimisticTransaction;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import io.flashsale.stock.ledger.Flow.Type;
import io.flashsale.stock.ledger.LedgerService.LedgerRelease;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.PlatformTransactionManager;

/** What the ledger decides, over tables in memory. LedgerIT shows the same on a database, with collisions. */
class LedgerServiceTests {

    private static final long SALE = 7;
    private static final long ALICE = 1;
    private static final long BOB = 2;
    private static final long PRICE = 500;

    private final List<Flow> flows = new ArrayList<>();
    private final Map<Integer, StockRow> stock = new HashMap<>(Map.of(0, new StockRow(2, 1)));
    private final List<Long> unpaid = new ArrayList<>();
    private final Set<Long> ticketsBack = new HashSet<>();
    private final LedgerMapper tables = mock(LedgerMapper.class);
    private final SaleCatalogue catalogue = mock(SaleCatalogue.class);
    private final SaleWithStock sale = mock(SaleWithStock.class);
    private final LedgerService ledger = new LedgerService(
            tables,
            catalogue,
            new OptimisticTransaction(
                    mock(PlatformTransactionManager.class), new SimpleMeterRegistry().counter("conflicts")));

    @BeforeEach
    void tables() {
        when(catalogue.numberOfBuckets(anyLong())).thenReturn(1);
        when(catalogue.prices(eq(SALE), anySet())).thenReturn(Set.of(PRICE, PRICE + 1));
        when(catalogue.find(SALE)).thenReturn(Optional.of(sale));
        when(sale.purchaseLimit()).thenReturn(2);
        when(sale.familyId()).thenReturn(null);
        when(tables.stock(eq(SALE), anyInt())).thenAnswer(call -> stock.get(call.<Integer>getArgument(1)));
        when(tables.flows(any()))
                .thenAnswer(call -> flows.stream()
                        .filter(flow -> call.<Collection<Long>>getArgument(0).contains(flow.orderId()))
                        .toList());
        doAnswer(call -> flows.addAll(call.<List<Flow>>getArgument(0)))
                .when(tables)
                .insert(any());
        doAnswer(call -> call.<List<Flow>>getArgument(0).stream()
                        .map(Flow::userId)
                        .allMatch(unpaid::add))
                .when(tables)
                .countUnpaid(any());
        doAnswer(call -> ticketsBack.addAll(call.<Collection<Long>>getArgument(1)))
                .when(tables)
                .giveTicketsBack(eq(SALE), any());
        when(tables.deduct(eq(SALE), anyInt(), anyInt(), anyLong()))
                .thenAnswer(
                        call -> move(call.getArgument(1), -call.<Integer>getArgument(2), call.<Long>getArgument(3)));
        when(tables.release(eq(SALE), anyInt(), anyLong(), anyLong()))
                .thenAnswer(call -> move(call.getArgument(1), call.<Long>getArgument(2), call.<Long>getArgument(3)));
    }

    private int move(int bucket, long units, long version) {
        StockRow row = Objects.requireNonNull(stock.get(bucket));
        if (row.version() != version || row.available() + units < 0) {
            return 0;
        }
        stock.put(bucket, new StockRow(row.available() + units, version + 1));
        return 1;
    }

    private static Deduct.Line line(long order, long user) {
        return new Deduct.Line(order, user, PRICE, 1);
    }

    private List<Outcome> deduct(Deduct.Line... orders) {
        return ledger.deduct(SALE, List.of(orders)).orElseThrow().orders().stream()
                .map(Deductions.Line::outcome)
                .toList();
    }

    private static OrderReleased ended(long order, long user, Reason reason) {
        return new OrderReleased(order, SALE, user, reason, null);
    }

    private LedgerRelease release(OrderReleased... orders) {
        return ledger.release(SALE, List.of(orders));
    }

    private void left(long available, long version) {
        assertThat(stock).containsEntry(0, new StockRow(available, version));
    }

    private static Flow flow(long order, long user, Type type) {
        return new Flow(order, SALE, user, type);
    }

    @Test
    void shouldGiveAUnitToEachInSequenceAsLongAsThereAreSome() {
        Deductions answer = ledger.deduct(SALE, List.of(line(12, ALICE), line(10, BOB), line(11, 3)))
                .orElseThrow();
        assertThat(answer.orders())
                .containsExactly(
                        new Deductions.Line(12, Outcome.DEDUCTED),
                        new Deductions.Line(10, Outcome.DEDUCTED),
                        new Deductions.Line(11, Outcome.INSUFFICIENT_STOCK));
        assertThat(answer.version()).isEqualTo(2);
        assertThat(flows).containsExactly(flow(12, ALICE, Type.DEDUCT), flow(10, BOB, Type.DEDUCT));
        left(0, 2);
    }

    @Test
    void shouldDeductNothingForARepetition() {
        deduct(line(10, ALICE));
        assertThat(ledger.deduct(SALE, List.of(line(10, ALICE))).orElseThrow().version())
                .isEqualTo(2);
        assertThat(deduct(line(10, ALICE), line(11, BOB))).containsExactly(Outcome.DEDUCTED, Outcome.DEDUCTED);
        assertThat(flows).hasSize(2);
        left(0, 3);
    }

    @ParameterizedTest
    @EnumSource(
            value = Type.class,
            names = {"RELEASE", "VOID"})
    void shouldNeverGiveAUnitToAnOrderThatHasEnded(Type end) {
        flows.add(flow(10, ALICE, Type.DEDUCT));
        flows.add(flow(10, ALICE, end));
        assertThat(deduct(line(10, ALICE))).containsExactly(Outcome.ALREADY_RELEASED);
        left(2, 1);
    }

    @ParameterizedTest
    @CsvSource({"7, 2", "8, 1"})
    void shouldChangeNothingForTheOrderOfAnotherShopperOrSale(long itsSale, long itsUser) {
        flows.add(new Flow(10, itsSale, itsUser, Type.DEDUCT));
        assertThat(deduct(line(10, ALICE))).containsExactly(Outcome.OTHER_ORDER);
        OrderReleased ended = ended(10, ALICE, Reason.CANCELLED);
        assertThat(release(ended)).isEqualTo(new LedgerRelease(1L, Set.of(ended), Set.of()));
        left(2, 1);
    }

    @Test
    void shouldRefuseASlotAboveTheLimitEvenOfAnOrderThatHasAUnit() {
        assertThat(deduct(new Deduct.Line(10, ALICE, PRICE, 2))).containsExactly(Outcome.DEDUCTED);
        assertThat(deduct(new Deduct.Line(11, ALICE, PRICE, 3), new Deduct.Line(10, ALICE, PRICE, 3)))
                .containsExactly(Outcome.LIMIT_REACHED, Outcome.LIMIT_REACHED);
        when(catalogue.find(SALE)).thenReturn(Optional.empty());
        assertThat(deduct(new Deduct.Line(12, ALICE, PRICE, 2))).containsExactly(Outcome.LIMIT_REACHED);
        assertThat(deduct(new Deduct.Line(12, ALICE, PRICE, 1))).containsExactly(Outcome.DEDUCTED);
    }

    @Test
    void shouldSayThatThePriceIsWrongAndKeepTheUnitForTheAdministratorsDecision() {
        assertThat(deduct(
                        new Deduct.Line(10, ALICE, PRICE + 1, 1),
                        new Deduct.Line(11, BOB, PRICE + 2, 1),
                        new Deduct.Line(12, 3, PRICE + 2, 1)))
                .containsExactly(Outcome.DEDUCTED, Outcome.WRONG_PRICE, Outcome.WRONG_PRICE);
        assertThat(flows).containsExactly(flow(10, ALICE, Type.DEDUCT), flow(11, BOB, Type.DEDUCT));
        release(ended(11, BOB, Reason.CANCELLED));
        assertThat(deduct(new Deduct.Line(11, BOB, PRICE + 2, 1)))
                .as("nothing is sold at this price")
                .containsExactly(Outcome.ALREADY_RELEASED);
    }

    @Test
    void shouldKnowNoOtherSale() {
        assertThat(ledger.deduct(8, List.of(line(10, ALICE)))).isEmpty();
        stock.clear();
        OrderReleased ended = ended(10, ALICE, Reason.CANCELLED);
        assertThat(release(ended)).isEqualTo(new LedgerRelease(null, Set.of(), Set.of(ended)));
        assertThat(flows).isEmpty();
    }

    @Test
    void shouldDecideAnewWhenTheStockChangesMeanwhile() {
        when(tables.stock(SALE, 0)).thenReturn(new StockRow(5, 0)).thenAnswer(call -> stock.get(0));
        doAnswer(call -> null)
                .doAnswer(call -> flows.addAll(call.<List<Flow>>getArgument(0)))
                .when(tables)
                .insert(any());
        assertThat(deduct(line(10, ALICE))).containsExactly(Outcome.DEDUCTED);
        left(1, 2);
    }

    @Test
    void shouldFailRatherThanLoseAChangeOfTheStock() {
        when(tables.release(eq(SALE), anyInt(), anyLong(), anyLong())).thenReturn(0);
        doNothing().when(tables).insert(any()); // undone with each try
        OrderReleased ended = ended(10, ALICE, Reason.CANCELLED);
        assertThatThrownBy(() -> release(ended)).isInstanceOf(OptimisticLockingFailureException.class);
    }

    @Test
    void shouldDeductFromAndReleaseToTheBucketOfTheShopper() {
        long[] users = LongStream.iterate(1, user -> user + 1)
                .filter(user -> Buckets.home(user, 4) > 1)
                .limit(2)
                .toArray();
        int home = Buckets.home(users[0], 4);
        when(catalogue.numberOfBuckets(SALE)).thenReturn(4);
        for (int bucket = 0; bucket < 4; bucket++) {
            stock.put(bucket, new StockRow(10, 10 * bucket));
        }
        long another = LongStream.iterate(1, user -> user + 1)
                .filter(user -> Buckets.home(user, 4) == 1)
                .findFirst()
                .orElseThrow();
        Deductions answer = ledger.deduct(SALE, List.of(line(10, users[0]), line(11, another)))
                .orElseThrow();
        assertThat(answer.orders()).extracting(Deductions.Line::orderId).containsExactly(10L, 11L);
        assertThat(answer.version()).as("of the last bucket").isEqualTo(10L * home + 1);
        assertThat(stock.get(home)).isEqualTo(new StockRow(9, 10L * home + 1));
        assertThat(stock.get(1)).isEqualTo(new StockRow(9, 11));
        LedgerRelease released = release(
                ended(10, users[0], Reason.CANCELLED),
                ended(11, another, Reason.CANCELLED),
                ended(12, another, Reason.CANCELLED));
        assertThat(released.version()).isEqualTo(10L * home + 2);
        assertThat(released.withoutUnit()).containsExactly(ended(12, another, Reason.CANCELLED));
        assertThat(stock.get(home)).isEqualTo(new StockRow(10, 10L * home + 2));
        OrderReleased foreign = ended(11, users[0], Reason.CANCELLED);
        assertThat(release(foreign).contradicted()).containsExactly(foreign);
    }

    @Test
    void shouldGiveAUnitBackOnce() {
        deduct(line(10, ALICE), line(11, BOB));
        OrderReleased ended = ended(10, ALICE, Reason.CANCELLED);
        assertThat(release(ended, ended)).isEqualTo(new LedgerRelease(3L, Set.of(), Set.of()));
        left(1, 3);
        assertThat(release(ended)).isEqualTo(new LedgerRelease(3L, Set.of(), Set.of()));
        assertThat(flows).hasSize(3).last().isEqualTo(flow(10, ALICE, Type.RELEASE));
        left(1, 3);
    }

    /** The version moves, so that a deduction that did not see the VOID looks again. */
    @Test
    void shouldKeepALateDeductionOutOfAnOrderThatNeverHadAUnit() {
        OrderReleased ended = ended(10, ALICE, Reason.DUPLICATE_PURCHASE);
        assertThat(release(ended)).isEqualTo(new LedgerRelease(2L, Set.of(), Set.of(ended)));
        assertThat(flows).containsExactly(flow(10, ALICE, Type.VOID));
        left(2, 2);
        assertThat(release(ended)).isEqualTo(new LedgerRelease(2L, Set.of(), Set.of(ended)));
        left(2, 2);
    }

    @Test
    void shouldNotTakeTwoShoppersOfABatchForOne() {
        OrderReleased first = ended(10, ALICE, Reason.CANCELLED);
        OrderReleased second = ended(10, BOB, Reason.CANCELLED);
        assertThat(release(first, second)).isEqualTo(new LedgerRelease(2L, Set.of(second), Set.of(first)));
    }

    @ParameterizedTest
    @CsvSource({
        "PAYMENT_OVERDUE, true, false",
        "CANCELLED, true, false",
        "INSUFFICIENT_STOCK, false, true",
        "REJECTED_BY_ADMINISTRATOR, false, true",
        "DUPLICATE_PURCHASE, false, false"
    })
    void shouldCountWhoLetAUnitGoAndGiveTheTicketBackToWhomNothingCameOfIt(
            Reason reason, boolean letGo, boolean ticketBack) {
        deduct(line(10, ALICE));
        release(ended(10, ALICE, reason), ended(11, BOB, reason));
        assertThat(unpaid).isEqualTo(letGo ? List.of(ALICE) : List.of());
        assertThat(ticketsBack).isEqualTo(ticketBack ? Set.of(ALICE, BOB) : Set.of());
    }

    @Test
    void shouldReadHoldersPageByPage() {
        List<Flow> page = LongStream.rangeClosed(1, 5_000)
                .mapToObj(order -> flow(order, order + 9, Type.DEDUCT))
                .toList();
        when(tables.outstanding(SALE, 0, 5_000)).thenReturn(page);
        when(tables.outstanding(SALE, 5_000, 5_000)).thenReturn(List.of(flow(5_001, 9, Type.DEDUCT)));
        assertThat(ledger.holders(SALE))
                .hasSize(5_001)
                .startsWith(new Held(10, 1))
                .endsWith(new Held(9, 5_001));
    }

    @Test
    void shouldTellWhatTheTablesHave() {
        StockFlows.Line written = mock(StockFlows.Line.class);
        when(tables.history(10)).thenReturn(List.of(written));
        when(tables.outstandingUnits(SALE, 3)).thenReturn(4L);
        flows.add(flow(10, ALICE, Type.DEDUCT));
        assertThat(ledger.history(10)).isEqualTo(new StockFlows(List.of(written)));
        assertThat(ledger.outstandingUnits(SALE, 3)).isEqualTo(4);
        assertThat(ledger.known(List.of(10L, 11L))).containsExactly(10L);
    }
}
