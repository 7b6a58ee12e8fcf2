package io.flashsale.auditor.sale;

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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker must be seen to fail: each way of spoiling a sale's data gives its own finding. */
class BadSnapshotTests {

    private static Arguments spoilt(String how, Consumer<TestSale> spoil, FindingKind... found) {
        return arguments(how, spoil, Set.copyOf(Arrays.asList(found)));
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                spoilt(
                        "a stock row that is not conserved",
                        s -> s.initial++,
                        FindingKind.NOT_CONSERVED,
                        FindingKind.REDIS_TOTAL),
                spoilt(
                        "more released than deducted",
                        s -> {
                            s.released = s.deducted + 1;
                            s.available = s.initial + s.added + 1;
                            s.remaining = s.available;
                        },
                        FindingKind.MORE_RELEASED_THAN_DEDUCTED,
                        FindingKind.RELEASED_COUNTER),
                spoilt(
                        "oversold by one",
                        BadSnapshotTests::oversell,
                        FindingKind.AVAILABLE_NEGATIVE,
                        FindingKind.REDIS_NEGATIVE,
                        FindingKind.OVERSOLD),
                spoilt(
                        "oversold by one, hidden from the stock row",
                        s -> {
                            oversell(s);
                            s.available++;
                            s.deducted--;
                            s.remaining++;
                        },
                        FindingKind.OVERSOLD,
                        FindingKind.DEDUCTED_COUNTER),
                spoilt(
                        "available below zero",
                        s -> {
                            s.deducted += s.available + 1;
                            s.available = -1;
                        },
                        FindingKind.AVAILABLE_NEGATIVE,
                        FindingKind.DEDUCTED_COUNTER,
                        FindingKind.REDIS_OFFERS_TOO_MUCH),
                spoilt(
                        "Redis below zero",
                        s -> s.remaining = -1,
                        FindingKind.REDIS_NEGATIVE,
                        FindingKind.REDIS_OFFERS_TOO_LITTLE),
                spoilt("a duplicate buyer", s -> s.buy(1), FindingKind.DUPLICATE_BUYER),
                spoilt(
                        "a buyer of one unit more than allowed",
                        s -> {
                            s.limit = 2;
                            s.buy(1);
                            s.buy(1);
                        },
                        FindingKind.DUPLICATE_BUYER),
                spoilt(
                        "a second unit that Redis has forgotten",
                        s -> {
                            s.limit = 2;
                            s.holders.remove(s.buy(1).id);
                        },
                        FindingKind.ORDER_WITHOUT_HOLDER),
                spoilt("a row of an order twice", s -> s.orders.add(s.order(8)), FindingKind.ORDER_TWICE),
                spoilt("an end without a reason", s -> s.order(4).reason = false, FindingKind.END_WITHOUT_REASON),
                spoilt(
                        "a status that nobody knows",
                        s -> s.order(8).status = OrderStatus.UNKNOWN,
                        FindingKind.UNKNOWN_STATUS),
                spoilt(
                        "a lost order, as the ledger and Redis tell",
                        s -> s.orders.remove(s.order(1)),
                        FindingKind.ORPHANED_FLOW,
                        FindingKind.HOLDER_WITHOUT_ORDER),
                spoilt(
                        "an orphaned flow",
                        s -> {
                            s.flows.add(new StockFlow(99, 99, Type.DEDUCT));
                            s.deducted++;
                            s.offer(-1);
                        },
                        FindingKind.ORPHANED_FLOW),
                spoilt(
                        "a DEDUCT that is missing",
                        s -> s.forgetFlow(1, Type.DEDUCT),
                        FindingKind.DEDUCT_MISSING,
                        FindingKind.DEDUCTED_COUNTER),
                spoilt(
                        "an order that was never deducted",
                        s -> {
                            s.forgetFlow(1, Type.DEDUCT);
                            s.deducted--;
                            s.offer(1);
                        },
                        FindingKind.DEDUCT_MISSING),
                spoilt(
                        "a DEDUCT twice",
                        s -> s.flows.add(new StockFlow(s.order(1).id, 1, Type.DEDUCT)),
                        FindingKind.FLOW_TWICE,
                        FindingKind.DEDUCTED_COUNTER),
                spoilt(
                        "a unit given back twice, on the counter",
                        s -> {
                            s.released++;
                            s.offer(1);
                        },
                        FindingKind.RELEASED_COUNTER),
                spoilt(
                        "a unit given back twice, by two flows",
                        s -> {
                            s.flows.add(new StockFlow(s.order(4).id, 4, Type.RELEASE));
                            s.released++;
                            s.offer(1);
                        },
                        FindingKind.FLOW_TWICE),
                spoilt("a RELEASE missing on a closed order", s -> keepUnit(s, 4), FindingKind.RELEASE_MISSING),
                spoilt(
                        "a RELEASE missing on an order to be refunded",
                        s -> keepUnit(s, 5),
                        FindingKind.RELEASE_MISSING),
                spoilt("a rejected order that keeps its unit", s -> keepUnit(s, 6), FindingKind.RELEASE_MISSING),
                spoilt(
                        "an active order whose unit is on sale again",
                        s -> {
                            Order order = s.order(1);
                            s.end(order, OrderStatus.AWAITING_PAYMENT);
                            s.holders.put(order.id, 1L);
                        },
                        FindingKind.RELEASED_WHILE_ACTIVE),
                spoilt(
                        "an order under review whose unit is on sale again",
                        s -> s.end(s.order(1), OrderStatus.UNDER_REVIEW),
                        FindingKind.RELEASED_WHILE_ACTIVE),
                spoilt(
                        "a RELEASE of what was not deducted",
                        s -> {
                            s.forgetFlow(6, Type.DEDUCT);
                            s.deducted--;
                            s.offer(1);
                        },
                        FindingKind.RELEASE_WITHOUT_DEDUCT),
                spoilt(
                        "a VOID beside a DEDUCT",
                        s -> s.flows.add(new StockFlow(s.order(1).id, 1, Type.VOID)),
                        FindingKind.VOID_MISPLACED),
                spoilt(
                        "a closed order with a VOID only",
                        s -> {
                            Order order = s.order(7);
                            order.status = OrderStatus.CLOSED;
                        },
                        FindingKind.DEDUCT_MISSING,
                        FindingKind.VOID_MISPLACED),
                spoilt(
                        "a flow that nobody knows",
                        s -> s.flows.add(new StockFlow(s.order(1).id, 1, Type.UNKNOWN)),
                        FindingKind.UNKNOWN_FLOW),
                spoilt(
                        "a flow in another user's name",
                        s -> {
                            s.forgetFlow(1, Type.DEDUCT);
                            s.flows.add(new StockFlow(s.order(1).id, 9, Type.DEDUCT));
                        },
                        FindingKind.FLOW_OF_ANOTHER_USER),
                spoilt("a unit too many in Redis", s -> s.remaining++, FindingKind.REDIS_OFFERS_TOO_MUCH),
                spoilt("a unit too few in Redis", s -> s.remaining--, FindingKind.REDIS_OFFERS_TOO_LITTLE),
                spoilt(
                        "a gate that sells after the end",
                        s -> s.offerOfGate = new Offer(0, 3_000, "A sale", TestSale.PRICE),
                        FindingKind.REDIS_OFFER),
                spoilt("a gate that knows what MySQL has lost", s -> s.revisionOfGate = 2, FindingKind.REDIS_AHEAD),
                spoilt("added stock that Redis counts twice", s -> s.total += 2, FindingKind.REDIS_TOTAL),
                spoilt("a holder without an order", s -> s.holders.put(99L, 9L), FindingKind.HOLDER_WITHOUT_ORDER),
                spoilt(
                        "a holder whose order is closed",
                        s -> s.holders.put(s.order(4).id, 4L),
                        FindingKind.HOLDER_WITHOUT_ORDER),
                spoilt(
                        "a holder by another's order",
                        s -> s.holders.put(s.order(2).id, 1L),
                        FindingKind.HOLDER_OF_ANOTHER_ORDER),
                spoilt(
                        "money that the shop never heard of",
                        s -> s.charge(s.order(1), Outcome.PAID).recorded = null,
                        FindingKind.CHARGE_UNRECORDED),
                spoilt(
                        "money that the shop never heard of, given back",
                        s -> {
                            TestCharge charge = s.charge(s.order(1), Outcome.PAID);
                            charge.recorded = null;
                            charge.givenBack = TestSale.PRICE;
                        },
                        FindingKind.CHARGE_UNRECORDED,
                        FindingKind.REFUND_UNEXPLAINED),
                spoilt(
                        "a charge that the provider does not know",
                        s -> s.charge(Outcome.PAID).taken = null,
                        FindingKind.CHARGE_UNKNOWN_TO_PROVIDER),
                spoilt(
                        "a charge of another amount than the provider took",
                        s -> s.charge(Outcome.PAID).taken = TestSale.PRICE + 1,
                        FindingKind.CHARGE_DIFFERS),
                spoilt(
                        "a charge that the provider took for another order",
                        s -> s.charge(Outcome.PAID).takenFor = s.order(1).id,
                        FindingKind.CHARGE_DIFFERS),
                spoilt(
                        "a charge that nobody decided about",
                        s -> {
                            TestCharge charge = s.charge(Outcome.REFUND);
                            charge.outcome = Outcome.UNDECIDED;
                        },
                        FindingKind.CHARGE_UNDECIDED,
                        FindingKind.REFUND_SUM),
                spoilt(
                        "a charge that paid a closed order",
                        s -> s.charge(s.order(4), Outcome.PAID),
                        FindingKind.CHARGE_PAID_NOTHING),
                spoilt(
                        "an order that was given away",
                        s -> s.charges.remove(s.charge(Outcome.PAID)),
                        FindingKind.PAID_WITHOUT_CHARGE),
                spoilt("an order that was paid twice", s -> s.charge(s.order(3), Outcome.PAID), FindingKind.PAID_TWICE),
                spoilt(
                        "an order that was paid with less than it costs",
                        s -> s.charge(Outcome.PAID).toPay = TestSale.PRICE + 1,
                        FindingKind.PAID_ANOTHER_AMOUNT),
                spoilt(
                        "money for a sold order that is to go back",
                        s -> s.charge(Outcome.PAID).refund = TestSale.PRICE,
                        FindingKind.PAID_AND_REFUNDED),
                spoilt(
                        "money for a sold order that went back",
                        s -> s.charge(Outcome.PAID).givenBack = TestSale.PRICE,
                        FindingKind.PAID_AND_REFUNDED),
                spoilt(
                        "money that is kept, and buys nothing",
                        s -> {
                            TestCharge charge = s.charge(s.order(1), Outcome.REFUND);
                            charge.refund = null;
                        },
                        FindingKind.REFUND_MISSING),
                spoilt(
                        "money that went back although nobody asked",
                        s -> {
                            TestCharge charge = s.charge(s.order(1), Outcome.REFUND);
                            charge.refund = null;
                            charge.givenBack = TestSale.PRICE;
                        },
                        FindingKind.REFUND_MISSING,
                        FindingKind.REFUND_UNEXPLAINED),
                spoilt(
                        "a refund that was never made",
                        s -> s.charge(Outcome.REFUND).givenBack = null,
                        FindingKind.REFUND_NOT_MADE),
                spoilt(
                        "a refund that was made twice",
                        s -> s.charge(Outcome.REFUND).givenBack = 2 * TestSale.PRICE,
                        FindingKind.REFUND_OF_ANOTHER_AMOUNT),
                spoilt(
                        "a refund of less than was charged",
                        s -> s.charge(Outcome.REFUND).refund = 1L,
                        FindingKind.REFUND_OF_ANOTHER_AMOUNT),
                spoilt(
                        "an order that waits for a refund that was made",
                        s -> s.charges.stream()
                                .filter(charge -> charge.order == s.order(5).id)
                                .forEach(TestCharge::giveBack),
                        FindingKind.REFUND_STATUS),
                spoilt(
                        "an order that is called refunded and is not",
                        s -> s.order(5).status = OrderStatus.REFUNDED,
                        FindingKind.REFUND_STATUS),
                spoilt(
                        "an order that is called refunded and was never paid",
                        s -> s.order(4).status = OrderStatus.REFUNDED,
                        FindingKind.REFUND_STATUS),
                spoilt(
                        "an order that is called closed although money that came too late goes back",
                        s -> s.order(5).status = OrderStatus.CLOSED,
                        FindingKind.REFUND_STATUS),
                spoilt(
                        "a closed order whose money went back because it had ended",
                        s -> {
                            TestCharge late = s.charge(s.order(4), Outcome.REFUND);
                            late.reason = RefundReason.ORDER_ENDED;
                            late.giveBack();
                        },
                        FindingKind.REFUND_STATUS),
                spoilt(
                        "money that goes back because the order is paid, which it is not",
                        s -> s.charge(s.order(1), Outcome.REFUND).reason = RefundReason.ALREADY_PAID,
                        FindingKind.REFUND_STATUS),
                spoilt(
                        "an order that promises to give back more than it was charged",
                        s -> s.order(5).refundCents++,
                        FindingKind.REFUND_SUM),
                spoilt(
                        "a charge for this order that is recorded for another one, which there is not",
                        s -> s.charge(s.order(1), Outcome.PAID).recordedFor = 77,
                        FindingKind.CHARGE_DIFFERS),
                spoilt(
                        "an order without a ticket where one is asked for",
                        byTicket(s -> s.order(1).entryNumber = 0),
                        FindingKind.ORDER_WITHOUT_TICKET),
                spoilt(
                        "an order that was cancelled, and never had a ticket",
                        byTicket(s -> s.order(4).entryNumber = 0),
                        FindingKind.ORDER_WITHOUT_TICKET),
                spoilt(
                        "a ticket that bought for a friend, too",
                        byTicket(s -> s.order(1).entryNumber = s.order(2).entryNumber),
                        FindingKind.TICKET_TWICE,
                        FindingKind.TICKET_OF_ANOTHER_USER),
                spoilt(
                        "a ticket with a number that nobody was given",
                        byTicket(s -> s.order(1).entryNumber = 4_711),
                        FindingKind.TICKET_OF_NOBODY),
                spoilt(
                        "a borrowed ticket",
                        byTicket(s -> s.entries.put(10L, new EntryRow(99, TestSale.RESERVED_AT - 1))),
                        FindingKind.TICKET_OF_ANOTHER_USER),
                spoilt(
                        "a number whose turn never came",
                        byTicket(s -> s.entries.put(10L, new EntryRow(1, StockSnapshot.NO_TICKET))),
                        FindingKind.TICKET_NOT_ISSUED),
                spoilt(
                        "a ticket that was issued after the purchase",
                        byTicket(s -> s.entries.put(10L, new EntryRow(1, TestSale.RESERVED_AT + 1))),
                        FindingKind.TICKET_NOT_ISSUED));
    }

    /** In a sale where each shopper has a ticket; that alone gives no finding. */
    private static Consumer<TestSale> byTicket(Consumer<TestSale> spoil) {
        return sale -> {
            sale.askForTickets();
            assertThat(sale.findings()).as("with tickets").isEmpty();
            spoil.accept(sale);
        };
    }

    /** Sells every unit and then one more; all records agree on it. */
    private static void oversell(TestSale sale) {
        for (long user = 100; sale.available >= 0; user++) {
            sale.buy(user);
        }
    }

    /** Ends the order without giving its unit back. */
    private static void keepUnit(TestSale sale, long user) {
        sale.forgetFlow(user, Type.RELEASE);
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
        shown.addAll(EnumSet.of(
                FindingKind.LOST_ORDER,
                FindingKind.ANSWERED_TWICE,
                FindingKind.ORDER_OF_ANOTHER_USER,
                FindingKind.UNEXPLAINED_ORDER)); // tested below
        shown.add(FindingKind.LOST_UPDATE); // tested in NaiveSnapshotTests
        shown.add(FindingKind.STOCK_ROW_MISSING); // tested in SaleVerdictTests
        shown.addAll(EnumSet.of(
                FindingKind.MOVES_UNBALANCED,
                FindingKind.REDIS_MOVED,
                FindingKind.HOLDER_IN_OTHER_BUCKET)); // tested in BucketSnapshotTests
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(Stream.of(FindingKind.values())
                        .filter(kind -> Invariant.ofSales().contains(kind.invariant()))
                        .toList()); // all others are tested in CouponChecksTests
    }

    @Test
    void aShopperMayHaveAsManyOrdersAsTheSaleAllows() {
        TestSale sale = TestSale.withEverything();
        sale.limit = 2;
        sale.buy(1);
        sale.end(sale.buy(2), OrderStatus.CLOSED);
        sale.buy(2);
        assertThat(sale.findings()).isEmpty();
    }

    /** It may hold a unit, and has no ticket: nobody has decided about it. */
    @Test
    void anOrderUnderReviewIsShownAndIsNoViolation() {
        TestSale sale = TestSale.withEverything();
        sale.order(1).status = OrderStatus.UNDER_REVIEW;
        sale.askForTickets();
        sale.order(1).entryNumber = 0;
        sale.reject(20, false);
        sale.order(20).status = OrderStatus.UNDER_REVIEW;
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
        sale.charge(order, Outcome.REFUND).reason = RefundReason.UNKNOWN_ORDER;
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
        sale.buy(1);
        sale.buy(2);
        sale.buy(2);
        sale.buy(2);
        sale.buy(3);
        sale.buy(3);
        sale.buy(1);
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
            Consumer<List<Accepted>> change, List<Long> indeterminate, ClientFigures figures, FindingKind... found) {
        return arguments(change, indeterminate, figures, List.of(found));
    }

    /** How the answers to the clients of a correct sale are changed, and what is found then. */
    static Stream<Arguments> whatClientsSaw() {
        return Stream.of(
                seen(answers -> {}, List.of(), new ClientFigures(8, 8, 0, 0, 0, 0, 0)),
                seen(
                        answers -> answers.add(new Accepted(5L, 50L)),
                        List.of(),
                        new ClientFigures(9, 8, 1, 0, 0, 0, 0),
                        FindingKind.LOST_ORDER),
                seen(
                        answers -> answers.add(answers.getFirst()),
                        List.of(),
                        new ClientFigures(9, 8, 0, 1, 0, 0, 0),
                        FindingKind.ANSWERED_TWICE),
                seen(
                        answers ->
                                answers.set(0, new Accepted(answers.getFirst().orderId(), 77L)),
                        List.of(),
                        new ClientFigures(8, 8, 0, 0, 0, 0, 0),
                        FindingKind.ORDER_OF_ANOTHER_USER),
                seen(
                        List::removeFirst,
                        List.of(2L),
                        new ClientFigures(7, 7, 0, 0, 1, 1, 0),
                        FindingKind.UNEXPLAINED_ORDER),
                seen(List::removeFirst, List.of(1L, 60L), new ClientFigures(7, 7, 0, 0, 0, 2, 1)));
    }

    @ParameterizedTest
    @MethodSource
    void whatClientsSaw(
            Consumer<List<Accepted>> change, List<Long> indeterminate, ClientFigures figures, List<FindingKind> found) {
        TestSale sale = TestSale.withEverything();
        List<Accepted> answers = new ArrayList<>(sale.answers());
        change.accept(answers);
        CheckResult checked = sale.check(new ClientRecord(answers, indeterminate));
        assertThat(TestSale.kinds(checked)).isEqualTo(found);
        assertThat(checked.clients()).isEqualTo(figures);
    }
}
