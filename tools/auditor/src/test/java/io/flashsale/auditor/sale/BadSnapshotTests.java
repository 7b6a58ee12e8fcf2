package io.flashsale.auditor.sale;

import static io.flashsale.auditor.sale.TestSale.PRICE;
import static io.flashsale.auditor.sale.TestSale.RESERVED_AT;
import static io.flashsale.auditor.snapshot.Charge.Outcome.PAID;
import static io.flashsale.auditor.snapshot.Charge.Outcome.REFUND;
import static io.flashsale.auditor.snapshot.OrderStatus.CLOSED;
import static io.flashsale.auditor.snapshot.OrderStatus.REFUNDED;
import static io.flashsale.auditor.snapshot.OrderStatus.UNDER_REVIEW;
import static io.flashsale.auditor.snapshot.StockFlow.Type.DEDUCT;
import static io.flashsale.auditor.snapshot.StockFlow.Type.RELEASE;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flashsale.auditor.client.ClientFigures;
import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.client.ClientRecord.Accepted;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.finding.Invariant;
import io.flashsale.auditor.sale.TestSale.Order;
import io.flashsale.auditor.sale.TestSale.TestCharge;
import io.flashsale.auditor.snapshot.Charge.Outcome;
import io.flashsale.auditor.snapshot.Charge.RefundReason;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.StockFlow;
import io.flashsale.auditor.snapshot.StockFlow.Type;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.snapshot.StockSnapshot.EntryRow;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker must be seen to fail: each way of spoiling a sale's data gives its own finding. */
class BadSnapshotTests {

    /** @param found kinds, separated by spaces */
    private static Arguments bad(String how, String found, Consumer<TestSale> spoil) {
        return arguments(how, spoil, kinds(found));
    }

    static Set<FindingKind> kinds(String names) {
        return Stream.of(names.split(" ")).map(FindingKind::valueOf).collect(toSet());
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                bad("a stock row that is not conserved", "NOT_CONSERVED REDIS_TOTAL", s -> s.initial++),
                bad("more released than deducted", "MORE_RELEASED_THAN_DEDUCTED RELEASED_COUNTER", s -> {
                    s.released = s.deducted + 1;
                    s.available = s.initial + s.added + 1;
                    s.remaining = s.available;
                }),
                bad("oversold by one", "AVAILABLE_NEGATIVE REDIS_NEGATIVE OVERSOLD", BadSnapshotTests::oversell),
                bad("oversold by one, hidden from the stock row", "OVERSOLD DEDUCTED_COUNTER", s -> {
                    oversell(s);
                    s.available++;
                    s.deducted--;
                    s.remaining++;
                }),
                bad("available below zero", "AVAILABLE_NEGATIVE DEDUCTED_COUNTER REDIS_OFFERS_TOO_MUCH", s -> {
                    s.deducted += s.available + 1;
                    s.available = -1;
                }),
                bad("Redis below zero", "REDIS_NEGATIVE REDIS_OFFERS_TOO_LITTLE", s -> s.remaining = -1),
                bad("a duplicate buyer", "DUPLICATE_BUYER", s -> s.buy(1)),
                bad("a buyer of one unit more than allowed", "DUPLICATE_BUYER", s -> {
                    s.limit = 2;
                    s.buy(1);
                    s.buy(1);
                }),
                bad(
                        "a buyer of two variants",
                        "DUPLICATE_BUYER",
                        s -> s.haveSibling().ofSiblings.add(1L)),
                bad(
                        "a unit of a variant without a slot",
                        "FAMILY_SLOT",
                        s -> s.haveSibling().slots.remove(s.order(1).id)),
                bad(
                        "a slot of an order that has ended",
                        "FAMILY_SLOT",
                        s -> s.haveSibling().slots.add(s.order(4).id)),
                bad("a second unit that Redis has forgotten", "ORDER_WITHOUT_HOLDER", s -> {
                    s.limit = 2;
                    s.holders.remove(s.buy(1).id);
                }),
                bad("a row of an order twice", "ORDER_TWICE", s -> s.orders.add(s.order(8))),
                bad("an end without a reason", "END_WITHOUT_REASON", s -> s.order(4).reason = false),
                bad("a status that nobody knows", "UNKNOWN_STATUS", s -> s.order(8).status = OrderStatus.UNKNOWN),
                bad(
                        "a lost order, as the ledger and Redis tell",
                        "ORPHANED_FLOW HOLDER_WITHOUT_ORDER",
                        s -> s.orders.remove(s.order(1))),
                bad("an orphaned flow", "ORPHANED_FLOW", s -> {
                    s.flows.add(new StockFlow(99, 99, DEDUCT));
                    s.deducted++;
                    s.offer(-1);
                }),
                bad("a DEDUCT that is missing", "DEDUCT_MISSING DEDUCTED_COUNTER", s -> s.forgetFlow(1, DEDUCT)),
                bad("an order that was never deducted", "DEDUCT_MISSING", s -> {
                    s.forgetFlow(1, DEDUCT);
                    s.deducted--;
                    s.offer(1);
                }),
                bad("a DEDUCT twice", "FLOW_TWICE DEDUCTED_COUNTER", s -> s.addFlow(1, DEDUCT)),
                bad("a unit given back twice, on the counter", "RELEASED_COUNTER", s -> {
                    s.released++;
                    s.offer(1);
                }),
                bad("a unit given back twice, by two flows", "FLOW_TWICE", s -> {
                    s.addFlow(4, RELEASE);
                    s.released++;
                    s.offer(1);
                }),
                bad("a RELEASE missing on a closed order", "RELEASE_MISSING", s -> keepUnit(s, 4)),
                bad("a RELEASE missing on an order to be refunded", "RELEASE_MISSING", s -> keepUnit(s, 5)),
                bad("a rejected order that keeps its unit", "RELEASE_MISSING", s -> keepUnit(s, 6)),
                bad("an active order whose unit is on sale again", "RELEASED_WHILE_ACTIVE", s -> {
                    Order order = s.order(1);
                    s.end(order, OrderStatus.AWAITING_PAYMENT);
                    s.holders.put(order.id, 1L);
                }),
                bad(
                        "an order under review whose unit is on sale again",
                        "RELEASED_WHILE_ACTIVE",
                        s -> s.end(s.order(1), UNDER_REVIEW)),
                bad("a RELEASE of what was not deducted", "RELEASE_WITHOUT_DEDUCT", s -> {
                    s.forgetFlow(6, DEDUCT);
                    s.deducted--;
                    s.offer(1);
                }),
                bad("a VOID beside a DEDUCT", "VOID_MISPLACED", s -> s.addFlow(1, Type.VOID)),
                bad("a closed order with a VOID", "DEDUCT_MISSING VOID_MISPLACED", s -> s.order(7).status = CLOSED),
                bad("a flow that nobody knows", "UNKNOWN_FLOW", s -> s.addFlow(1, Type.UNKNOWN)),
                bad("a flow in another user's name", "FLOW_OF_ANOTHER_USER", s -> {
                    s.forgetFlow(1, DEDUCT);
                    s.flows.add(new StockFlow(s.order(1).id, 9, DEDUCT));
                }),
                bad("a unit too many in Redis", "REDIS_OFFERS_TOO_MUCH", s -> s.remaining++),
                bad("a unit too few in Redis", "REDIS_OFFERS_TOO_LITTLE", s -> s.remaining--),
                bad(
                        "a gate that sells after the end",
                        "REDIS_OFFER",
                        s -> s.offerOfGate = new Offer(0, 3_000, "A sale", PRICE)),
                bad("a gate that knows what MySQL has lost", "REDIS_AHEAD", s -> s.revisionOfGate = 2),
                bad("added stock that Redis counts twice", "REDIS_TOTAL", s -> s.total += 2),
                bad("a holder without an order", "HOLDER_WITHOUT_ORDER", s -> s.holders.put(99L, 9L)),
                bad("a holder whose order is closed", "HOLDER_WITHOUT_ORDER", s -> s.holders.put(s.order(4).id, 4L)),
                bad("a holder by another's order", "HOLDER_OF_ANOTHER_ORDER", s -> s.holders.put(s.order(2).id, 1L)),
                bad("money that the shop never heard of", "CHARGE_UNRECORDED", s -> s.charge(1, PAID).recorded = null),
                bad("money that the shop never heard of, given back", "CHARGE_UNRECORDED REFUND_UNEXPLAINED", s -> {
                    TestCharge charge = s.charge(1, PAID);
                    charge.recorded = null;
                    charge.givenBack = PRICE;
                }),
                bad("a charge that was never made", "CHARGE_UNKNOWN_TO_PROVIDER", s -> s.charge(PAID).taken = null),
                bad("a charge that differs in its amount", "CHARGE_DIFFERS", s -> s.charge(PAID).taken = PRICE + 1),
                bad("a charge made for another order", "CHARGE_DIFFERS", s -> s.charge(PAID).takenFor = s.order(1).id),
                bad(
                        "a charge that nobody decided about",
                        "CHARGE_UNDECIDED REFUND_SUM",
                        s -> s.charge(REFUND).outcome = Outcome.UNDECIDED),
                bad("a charge that paid a closed order", "CHARGE_PAID_NOTHING", s -> s.charge(4, PAID)),
                bad("an order that was given away", "PAID_WITHOUT_CHARGE", s -> s.charges.remove(s.charge(PAID))),
                bad("an order that was paid twice", "PAID_TWICE", s -> s.charge(3, PAID)),
                bad("an order paid with too little", "PAID_ANOTHER_AMOUNT", s -> s.charge(PAID).toPay = PRICE + 1),
                bad(
                        "money for a sold order that is to go back",
                        "PAID_AND_REFUNDED",
                        s -> s.charge(PAID).refund = PRICE),
                bad(
                        "money for a sold order that went back",
                        "PAID_AND_REFUNDED",
                        s -> s.charge(PAID).givenBack = PRICE),
                bad("money that is kept, and buys nothing", "REFUND_MISSING", s -> s.charge(1, REFUND).refund = null),
                bad("money that went back although nobody asked", "REFUND_MISSING REFUND_UNEXPLAINED", s -> {
                    TestCharge charge = s.charge(1, REFUND);
                    charge.refund = null;
                    charge.givenBack = PRICE;
                }),
                bad("a refund that was never made", "REFUND_NOT_MADE", s -> s.charge(REFUND).givenBack = null),
                bad("a refund made twice", "REFUND_OF_ANOTHER_AMOUNT", s -> s.charge(REFUND).givenBack = 2 * PRICE),
                bad("a refund of less than was charged", "REFUND_OF_ANOTHER_AMOUNT", s -> s.charge(REFUND).refund = 1L),
                bad(
                        "an order that waits for a refund that was made",
                        "REFUND_STATUS",
                        s -> s.charges.stream()
                                .filter(charge -> charge.order == s.order(5).id)
                                .forEach(TestCharge::giveBack)),
                bad("an order that is called refunded and is not", "REFUND_STATUS", s -> s.order(5).status = REFUNDED),
                bad("a refunded order that was never paid", "REFUND_STATUS", s -> s.order(4).status = REFUNDED),
                bad(
                        "an order that is called closed although money that came too late goes back",
                        "REFUND_STATUS",
                        s -> s.order(5).status = CLOSED),
                bad("a closed order whose money went back because it had ended", "REFUND_STATUS", s -> {
                    TestCharge late = s.charge(4, REFUND);
                    late.reason = RefundReason.ORDER_ENDED;
                    late.giveBack();
                }),
                bad(
                        "money that goes back because the order is paid, which it is not",
                        "REFUND_STATUS",
                        s -> s.charge(1, REFUND).reason = RefundReason.ALREADY_PAID),
                bad(
                        "an order that is called closed although its sale was undone",
                        "REFUND_STATUS",
                        s -> s.order(9).status = CLOSED),
                bad(
                        "a refunded order whose unit never came back",
                        "HOLDER_WITHOUT_ORDER RELEASE_MISSING",
                        s -> s.order(10).unitKept = false),
                bad(
                        "a kept unit that came back",
                        "ORDER_WITHOUT_HOLDER RELEASED_WHILE_ACTIVE",
                        s -> s.order(9).unitKept = true),
                bad("an order that owes more than it was charged", "REFUND_SUM", s -> s.order(5).refundCents++),
                bad(
                        "a charge for this order that is recorded for another one, which there is not",
                        "CHARGE_DIFFERS",
                        s -> s.charge(1, PAID).recordedFor = 77),
                byTicket("an order without a ticket", "ORDER_WITHOUT_TICKET", s -> s.order(1).entryNumber = 0),
                byTicket("a cancelled order without a ticket", "ORDER_WITHOUT_TICKET", s -> s.order(4).entryNumber = 0),
                byTicket(
                        "a ticket that bought for a friend, too",
                        "TICKET_TWICE TICKET_OF_ANOTHER_USER",
                        s -> s.order(1).entryNumber = s.order(2).entryNumber),
                byTicket("a ticket with an unknown number", "TICKET_OF_NOBODY", s -> s.order(1).entryNumber = 4_711),
                byTicket(
                        "a borrowed ticket",
                        "TICKET_OF_ANOTHER_USER",
                        s -> s.entries.put(10L, new EntryRow(99, RESERVED_AT - 1))),
                byTicket(
                        "a number whose turn never came",
                        "TICKET_NOT_ISSUED",
                        s -> s.entries.put(10L, new EntryRow(1, StockSnapshot.NO_TICKET))),
                byTicket(
                        "a ticket that was issued after the purchase",
                        "TICKET_NOT_ISSUED",
                        s -> s.entries.put(10L, new EntryRow(1, RESERVED_AT + 1))));
    }

    /** In a sale where each shopper has a ticket; that alone gives no finding. */
    private static Arguments byTicket(String how, String found, Consumer<TestSale> spoil) {
        return bad(how, found, sale -> {
            sale.askForTickets();
            assertThat(sale.findings()).as("with tickets").isEmpty();
            spoil.accept(sale);
        });
    }

    /** Sells every unit and then one more; all records agree on it. */
    private static void oversell(TestSale sale) {
        for (long user = 100; sale.available >= 0; user++) {
            sale.buy(user);
        }
    }

    /** Ends the order without giving its unit back. */
    private static void keepUnit(TestSale sale, long user) {
        sale.forgetFlow(user, RELEASE);
        sale.released--;
        sale.offer(-1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spoilt")
    void isFound(String how, Consumer<TestSale> spoil, Set<FindingKind> found) {
        TestSale sale = TestSale.withEverything();
        assertThat(sale.findings()).as("before").isEmpty();
        spoil.accept(sale);
        assertThat(Set.copyOf(sale.findings())).as(how).isEqualTo(found);
    }

    @Test
    void everyKindIsShownToBeFoundSomewhere() {
        EnumSet<FindingKind> shown = EnumSet.noneOf(FindingKind.class);
        spoilt().forEach(arguments -> {
            Set<?> found = (Set<?>) Objects.requireNonNull(arguments.get()[2]);
            found.forEach(kind -> shown.add((FindingKind) kind));
        });
        shown.addAll(kinds("LOST_ORDER ANSWERED_TWICE ORDER_OF_ANOTHER_USER UNEXPLAINED_ORDER")); // tested below
        // tested in AuditCommandIT
        shown.addAll(kinds("EXPORTED_ORDER_MISSING EXPORTED_FOR_ANOTHER_USER EXPORTED_STATUS EXPORTED_AMOUNT"));
        shown.add(FindingKind.LOST_UPDATE); // tested in NaiveSnapshotTests
        shown.add(FindingKind.STOCK_ROW_MISSING); // tested in SaleVerdictTests
        shown.addAll(kinds("MOVES_UNBALANCED REDIS_MOVED HOLDER_IN_OTHER_BUCKET")); // tested in BucketSnapshotTests
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(Stream.of(FindingKind.values())
                        .filter(kind -> Invariant.ofSales().contains(kind.invariant()))
                        .toList()); // all others are tested in CouponChecksTests
    }

    @Test
    void aTicketMayBeUsedInTheMomentInWhichItIsIssued() {
        TestSale sale = TestSale.withEverything();
        sale.askForTickets();
        sale.entries.put(10L, new EntryRow(1, RESERVED_AT));
        assertThat(sale.findings()).isEmpty();
    }

    @Test
    void aShopperMayHaveAsManyOrdersAsTheSaleAllows() {
        TestSale sale = TestSale.withEverything();
        sale.limit = 2;
        sale.buy(1);
        sale.end(sale.buy(2), CLOSED);
        sale.buy(2);
        assertThat(sale.findings()).isEmpty();
    }

    /** It may hold a unit, and has no ticket: nobody has decided about it. */
    @Test
    void anOrderUnderReviewIsShownAndIsNoViolation() {
        TestSale sale = TestSale.withEverything();
        sale.order(1).status = UNDER_REVIEW;
        sale.askForTickets();
        sale.order(1).entryNumber = 0;
        sale.reject(20, false);
        sale.order(20).status = UNDER_REVIEW;
        sale.order(20).reason = false;
        assertThat(TestSale.kinds(sale.check(new ClientRecord(sale.answers(), List.of()))))
                .isEmpty();
        assertThat(sale.snapshot().figures().orders()).containsEntry("UNDER_REVIEW", 2L);
    }

    /** The order came after its charge, so it does not know of it, and need not. */
    @Test
    void aChargeThatCameBeforeItsOrderIsNotPartOfTheOrdersSum() {
        TestSale sale = TestSale.withEverything();
        Order order = sale.order(1);
        sale.charge(order, REFUND).reason = RefundReason.UNKNOWN_ORDER;
        order.refundCents = 0;
        assertThat(sale.findings()).isEmpty();
    }

    @Test
    void aGateThatIsBeingRebuiltIsNotCompared() {
        TestSale sale = TestSale.withEverything();
        sale.gate = Gate.State.REBUILDING;
        sale.remaining = -7;
        sale.holders.clear();
        assertThat(sale.findings()).isEmpty();
    }

    @Test
    void namesTheFirstTheWorstAndTheLast() {
        TestSale sale = new TestSale(20);
        LongStream.of(1, 2, 2, 2, 3, 3, 1).forEach(sale::buy);
        Finding duplicates = sale.check(new ClientRecord(sale.answers(), List.of())).findings().stream()
                .filter(finding -> finding.kind() == FindingKind.DUPLICATE_BUYER)
                .findFirst()
                .orElseThrow();
        assertThat(duplicates.count()).isEqualTo(3);
        assertThat(duplicates.first()).startsWith("user 1 has 2 active orders");
        assertThat(duplicates.worst()).startsWith("user 2 has 3 active orders");
        assertThat(duplicates.last()).startsWith("user 3 has 2 active orders");
        assertThat(duplicates.examples()).hasSize(3);
    }

    private static Arguments seen(
            String found, List<Long> indeterminate, ClientFigures figures, Consumer<List<Accepted>> change) {
        return arguments(change, indeterminate, figures, found);
    }

    /** How the answers to the clients of a correct sale are changed, and what is found then. */
    static Stream<Arguments> whatClientsSaw() {
        return Stream.of(
                seen("", List.of(), new ClientFigures(10, 10, 0, 0, 0, 0, 0), a -> {}),
                seen(
                        "LOST_ORDER",
                        List.of(),
                        new ClientFigures(11, 10, 1, 0, 0, 0, 0),
                        a -> a.add(new Accepted(5L, 50L))),
                seen("ANSWERED_TWICE", List.of(), new ClientFigures(11, 10, 0, 1, 0, 0, 0), a -> a.add(a.getFirst())),
                seen(
                        "ORDER_OF_ANOTHER_USER",
                        List.of(),
                        new ClientFigures(10, 10, 0, 0, 0, 0, 0),
                        a -> a.set(0, new Accepted(a.getFirst().orderId(), 77L))),
                seen("UNEXPLAINED_ORDER", List.of(2L), new ClientFigures(9, 9, 0, 0, 1, 1, 0), List::removeFirst),
                seen("", List.of(1L, 60L), new ClientFigures(9, 9, 0, 0, 0, 2, 1), List::removeFirst));
    }

    @ParameterizedTest
    @MethodSource
    void whatClientsSaw(
            Consumer<List<Accepted>> change, List<Long> indeterminate, ClientFigures figures, String found) {
        TestSale sale = TestSale.withEverything();
        List<Accepted> answers = new ArrayList<>(sale.answers());
        change.accept(answers);
        CheckResult checked = sale.check(new ClientRecord(answers, indeterminate));
        assertThat(TestSale.kinds(checked).stream().map(FindingKind::name).collect(joining(" ")))
                .isEqualTo(found);
        assertThat(checked.clients()).isEqualTo(figures);
    }
}
