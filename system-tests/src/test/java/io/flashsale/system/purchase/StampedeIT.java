package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Answer;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StampedeIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final SystemRecords records = system.records;

    @Test
    void shouldSellExactlyWhatThereIsToTwoThousandAtOnce() {
        long sale = shop.openSale(500);
        List<User> users = shop.crowd(2_000);
        List<Answer> answers = shop.stampede(sale, users, 64);

        List<String> accepted = Shop.accepted(answers);
        assertThat(accepted).hasSize(500);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 202)
                .hasSize(1_500)
                .allSatisfy(loser -> {
                    assertThat(loser.status()).isEqualTo(409);
                    assertThat(loser.problem()).isEqualTo("sold-out");
                });
        records.requireInvariants(sale, accepted);
        assertThat(records.orders(sale, "AWAITING_PAYMENT")).isEqualTo(500);
        assertThat(records.orderIds(sale)).hasSize(500);
        assertThat(records.available(sale)).isZero();
        assertThat(shop.sale(sale).body().path("state").asString()).isEqualTo("SOLD_OUT");
    }

    @Test
    void shouldMakeOneOrderOfFiftyParallelClicks() {
        long sale = shop.openSale(10);
        User user = shop.users(1).getFirst();
        List<Answer> answers = shop.stampede(sale, Collections.nCopies(50, user), 50);

        List<String> accepted = Shop.accepted(answers);
        assertThat(accepted).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 202)
                .hasSize(49)
                .allSatisfy(refusal -> {
                    assertThat(refusal.status()).isEqualTo(409);
                    assertThat(refusal.problem()).isEqualTo("already-purchased");
                    assertThat(refusal.orderId()).isEqualTo(accepted.getFirst());
                });
        records.requireInvariants(sale, accepted);

        assertThat(shop.cancel(accepted.getFirst(), user).orderStatus()).isEqualTo("CLOSED");
        Answer again = await().atMost(Duration.ofSeconds(10))
                .until(() -> shop.reserve(sale, user), answer -> answer.status() == 202);
        assertThat(again.orderId()).isNotEqualTo(accepted.getFirst());
        records.requireInvariants(sale, Set.of(accepted.getFirst(), again.orderId()));
        assertThat(records.active(sale)).isEqualTo(1);
    }

    /** Also when the gateway answers "sold out" by itself, a winner hears which order is theirs. */
    @Test
    void shouldTellAWinnerOfASoldOutSaleSo() {
        long sale = shop.openSale(1);
        List<User> users = shop.users(3);
        String orderId = shop.reserve(sale, users.getFirst()).orderId();
        for (int i = 0; i < 20; i++) {
            assertThat(shop.reserve(sale, users.getLast()).problem()).isEqualTo("sold-out");
            Answer winner = shop.reserve(sale, users.getFirst());
            assertThat(winner.problem()).isEqualTo("already-purchased");
            assertThat(winner.orderId()).isEqualTo(orderId);
        }
        shop.addStock(sale, 1);
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() ->
                        assertThat(shop.reserve(sale, users.get(1)).status()).isEqualTo(202));
    }

    @Test
    void shouldTakeAnOrderFromTheClickToPaid() {
        long sale = shop.openSale(2);
        List<User> users = shop.users(2);
        Answer reserved = shop.reserve(sale, users.getFirst());
        assertThat(reserved.status()).isEqualTo(202);
        assertThat(reserved.headers().firstValue("Location")).contains("/api/orders/" + reserved.orderId());
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            Answer order = shop.order(reserved.orderId(), users.getFirst());
            assertThat(order.status()).isEqualTo(200);
            assertThat(order.orderStatus()).isIn("QUEUED", "AWAITING_PAYMENT");
            return order.orderStatus().equals("AWAITING_PAYMENT");
        });
        assertThat(shop.order(reserved.orderId(), users.getLast()).status()).isEqualTo(404);
        assertThat(shop.pay(reserved.orderId(), users.getLast()).status()).isEqualTo(404);
        assertThat(shop.cancel(reserved.orderId(), users.getLast()).status()).isEqualTo(404);
        Answer paid = shop.pay(reserved.orderId(), users.getFirst());
        assertThat(paid.status()).isEqualTo(200);
        assertThat(paid.orderStatus()).isEqualTo("PAID");
        assertThat(shop.call("GET", "/api/orders?page=0&size=10", users.getFirst(), "")
                        .body()
                        .path("items")
                        .findValuesAsString("orderId"))
                .containsExactly(reserved.orderId());
        records.requireInvariants(sale, Set.of(reserved.orderId()));
    }
}
