package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.stock.StockServiceFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.UncategorizedDataAccessException;

class LedgerIT extends StockServiceFixture {

    private static final AtomicLong ORDER_IDS = new AtomicLong(1_000_000);

    /** As strictly as on deduction. */
    @Test
    void shouldReleaseNothingForAnotherShopperOrSaleThanTheOrders() {
        long sale = openSale(3);
        Deduct.Line order = orders(1).getFirst();
        ledger.deduct(sale, List.of(order));
        OrderReleased otherShopper = new OrderReleased(order.orderId(), sale, order.userId() + 1, Reason.CANCELLED);
        OrderReleased right = new OrderReleased(order.orderId(), sale, order.userId(), Reason.CANCELLED);
        for (long wrongSale : new long[] {openSale(3), 404_404}) {
            OrderReleased otherSale = new OrderReleased(order.orderId(), wrongSale, order.userId(), Reason.CANCELLED);
            assertThat(ledger.release(wrongSale, List.of(otherSale)).contradicted())
                    .containsExactly(otherSale);
        }
        assertThat(ledger.release(sale, List.of(otherShopper, right)).contradicted())
                .containsExactly(otherShopper);
        assertThat(ledger.release(sale, List.of(otherShopper)).contradicted())
                .as("also of an order that has ended")
                .containsExactly(otherShopper);
        assertThat(database.available(sale)).isEqualTo(3);
        assertThat(database.flows(sale, "RELEASE")).isEqualTo(1);
        assertThat(database.conserves(sale)).isTrue();

        long unknown = ORDER_IDS.incrementAndGet();
        OrderReleased first = new OrderReleased(unknown, sale, 7, Reason.CANCELLED);
        OrderReleased second = new OrderReleased(unknown, sale, 8, Reason.CANCELLED);
        assertThat(ledger.release(sale, List.of(first, second)).contradicted()).containsExactly(second);
        assertThat(database.flows(sale, "VOID")).isEqualTo(1);
    }

    @Test
    void shouldConfirmThePresentPriceAndEarlierOnesOnly() {
        long sale = openSale(9);
        assertThat(outcomesAt(sale, 100, 50, 60))
                .containsExactly(Outcome.DEDUCTED, Outcome.WRONG_PRICE, Outcome.WRONG_PRICE);
        for (long price : new long[] {50, 60, 50}) {
            change(sale, "\"priceCents\": " + price + "");
        }
        assertThat(outcomesAt(sale, 100, 50, 60, 70))
                .containsExactly(Outcome.DEDUCTED, Outcome.DEDUCTED, Outcome.DEDUCTED, Outcome.WRONG_PRICE);
        assertThat(database.available(sale)).isEqualTo(2);
        assertThat(database.flows(sale, "DEDUCT"))
                .as("the orders at a wrong price keep a unit, too")
                .isEqualTo(7);
        assertThat(database.conserves(sale)).isTrue();
    }

    /** Of new orders at these prices. */
    private List<Outcome> outcomesAt(long sale, long... prices) {
        List<Deduct.Line> orders = LongStream.of(prices)
                .mapToObj(price -> new Deduct.Line(ORDER_IDS.incrementAndGet(), price, price, 1))
                .toList();
        return outcomes(ledger.deduct(sale, orders).orElseThrow());
    }

    @Test
    void shouldDeductInEachSlotUpToTheLimitOfTheSale() {
        long sale = openSale(9);
        database.execute("UPDATE sale SET purchase_limit = 3 WHERE id = " + sale);
        List<Deduct.Line> orders = IntStream.rangeClosed(1, 4)
                .mapToObj(slot -> new Deduct.Line(ORDER_IDS.incrementAndGet(), 7, 100, slot))
                .toList();
        await().untilAsserted(() -> assertThat(
                        outcomes(ledger.deduct(sale, orders).orElseThrow()))
                .containsExactly(Outcome.DEDUCTED, Outcome.DEDUCTED, Outcome.DEDUCTED, Outcome.LIMIT_REACHED));
        assertThat(database.available(sale)).isEqualTo(6);
        assertThat(database.conserves(sale)).isTrue();
    }

    /** In either sequence, the unit does not stay with an order that has ended. */
    @RepeatedTest(10)
    void shouldNotLoseAUnitWhenAnOrderEndsWhileItIsDeducted() {
        long sale = openSale(3);
        List<Deduct.Line> orders = orders(3);
        Together.<Object>run(() -> ledger.deduct(sale, orders), () -> ledger.release(sale, released(sale, orders)));
        assertThat(database.available(sale)).isEqualTo(3);
        assertThat(database.conserves(sale)).isTrue();
    }

    /** Uses no lock: the versioned update alone must hold, and the same batch sent twice at once must count once. */
    @Test
    void shouldStayExactWhenManyDeductAndReleaseAtOnce() {
        long sale = openSale(60);
        List<Deduct.Line> orders = orders(100);
        List<Callable<Object>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            List<Deduct.Line> batch = orders.subList(i * 10, i * 10 + 10);
            calls.add(() -> ledger.deduct(sale, batch));
            calls.add(() -> ledger.deduct(sale, batch));
        }
        Together.run(calls);
        assertThat(database.available(sale)).isZero();
        assertThat(database.flows(sale, "DEDUCT")).isEqualTo(60);

        calls.clear();
        for (int i = 0; i < 10; i++) {
            List<OrderReleased> batch = released(sale, orders.subList(i * 10, i * 10 + 10));
            calls.add(() -> ledger.release(sale, batch));
            calls.add(calls.getLast());
        }
        Together.run(calls);
        assertThat(database.available(sale)).isEqualTo(60);
        assertThat(database.conserves(sale)).isTrue();
    }

    /** The constraints hold even if our code is wrong. */
    @Test
    void shouldLetTheDatabaseRefuseWhatBreaksAnInvariant() {
        long sale = openSale(3);
        for (String wrong : List.of(
                "UPDATE stock SET available = available - 1 WHERE sale_id = " + sale,
                "UPDATE stock SET available = -1, deducted = 4 WHERE sale_id = " + sale,
                "UPDATE stock SET released = 1, available = 4 WHERE sale_id = " + sale,
                "UPDATE sale SET price_cents = -1 WHERE id = " + sale,
                "UPDATE sale SET closes_at = opens_at WHERE id = " + sale,
                "UPDATE sale SET purchase_limit = 21 WHERE id = " + sale,
                "UPDATE sale SET purchase_limit = 2, entry_mode = 'TICKET' WHERE id = " + sale,
                "INSERT INTO stock_flow (order_id, type, sale_id, user_id) VALUES (1, 'LOST', " + sale + ", 1)")) {
            assertThatThrownBy(() -> database.execute(wrong))
                    .as(wrong)
                    .isInstanceOfAny(DataIntegrityViolationException.class, UncategorizedDataAccessException.class);
        }
    }

    @Test
    void shouldBeSpokenToByServicesOnlyAndInFull() {
        String path = "/internal/stock/deductions";
        String body =
                "{\"saleId\": \"%d\", \"orders\": [{\"orderId\": \"%d\", \"userId\": \"7\", \"priceCents\": 100, \"slot\": 1}]}"
                        .formatted(openSale(3), ORDER_IDS.incrementAndGet());
        assertThat(call("POST", path, admin(), body).status()).isEqualTo(403);
        for (String field : List.of(", \"priceCents\": 100", ", \"slot\": 1")) {
            assertThat(call("POST", path, service(), body.replace(field, "")).problem())
                    .isEqualTo("invalid-request");
        }
    }

    private static List<Deduct.Line> orders(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Deduct.Line(ORDER_IDS.incrementAndGet(), 100 + i, 100, 1))
                .toList();
    }

    private static List<OrderReleased> released(long sale, List<Deduct.Line> orders) {
        return orders.stream()
                .map(order -> new OrderReleased(order.orderId(), sale, order.userId(), Reason.CANCELLED))
                .toList();
    }

    private static List<Outcome> outcomes(Deductions deductions) {
        return deductions.orders().stream().map(Deductions.Line::outcome).toList();
    }
}
