package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
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

        List<String> orders = Shop.orders(answers);
        assertThat(orders).hasSize(500);
        assertThat(answers)
                .filteredOn(answer -> answer.orderId().isEmpty())
                .hasSize(1_500)
                .allSatisfy(loser -> {
                    assertThat(loser.status()).isEqualTo(409);
                    assertThat(loser.problem()).isEqualTo("sold-out");
                });
        records.requireInvariants(sale, orders);
        assertThat(records.orders(sale, "AWAITING_PAYMENT")).isEqualTo(500);
        assertThat(records.orderIds(sale)).hasSize(500);
        assertThat(records.available(sale)).isZero();
        assertThat(shop.sale(sale).body().path("state").asString()).isEqualTo("SOLD_OUT");
    }

    @Test
    void shouldMakeOneOrderOfFiftyParallelClicks() {
        long sale = shop.openSale(10);
        User user = shop.user();
        List<Answer> clicks = shop.singleClicks(sale, Collections.nCopies(50, user), 50);
        assertThat(clicks).as("fifty clicks at once are not too many").noneMatch(click -> click.status() == 429);
        // In turn, because the user would exceed their rate limit otherwise.
        List<Answer> answers = clicks.stream()
                .map(click -> Shop.isToAskAgain(click) ? shop.reserve(sale, user) : click)
                .toList();

        String order = answers.getFirst().orderId();
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.orderId()).as(answer.text()).isNotEmpty().isEqualTo(order);
            assertThat(answer.status() == 202 || answer.problem().equals("already-purchased"))
                    .isTrue();
        });
        int isTold = clicks.stream().noneMatch(Shop::isToAskAgain)
                ? 1
                : 0; // otherwise a winner may not have received the answer
        assertThat(Shop.accepted(answers)).hasSizeBetween(isTold, 1);
        records.requireInvariants(sale, Set.of(order));

        assertThat(shop.cancel(order, user).orderStatus()).isEqualTo("CLOSED");
        Answer again = await().until(
                        () -> shop.reserve(sale, user),
                        answer -> !List.of("", order).contains(answer.orderId()));
        records.requireInvariants(sale, Set.of(order, again.orderId()));
        assertThat(records.active(sale)).isEqualTo(1);
    }

    /** Also when the gateway answers "sold out" by itself, a winner gets the id of their order. */
    @Test
    void shouldTellAWinnerOfASoldOutSaleSo() {
        long sale = shop.openSale(1);
        List<User> users = shop.users(3);
        String orderId = shop.buy(sale, users.getFirst());
        for (int i = 0; i < 20; i++) {
            assertThat(shop.reserve(sale, users.getLast()).problem()).isEqualTo("sold-out");
            Answer winner = shop.reserve(sale, users.getFirst());
            assertThat(winner.problem()).isEqualTo("already-purchased");
            assertThat(winner.orderId()).isEqualTo(orderId);
        }
        shop.addStock(sale, 1);
        await().until(() -> !shop.reserve(sale, users.get(1)).orderId().isEmpty());
    }

    @Test
    void shouldPassTheAuditWhenUnsoldUnitsAreTakenAway() {
        long sale = shop.openSale(5, 2);
        List<User> users = shop.users(3);
        String first = shop.buyAndAwaitPlacement(sale, users.getFirst());
        assertThat(shop.addStock(sale, -3).body().path("totalStock").asInt()).isEqualTo(2);
        String second = shop.buyAndAwaitPlacement(sale, users.get(1));
        await().until(() -> shop.reserve(sale, users.get(2)).problem().equals("sold-out"));
        records.requireInvariants(sale, Set.of(first, second));
    }

    @Test
    void shouldTakeAnOrderFromTheClickToPaid() {
        long sale = shop.openSale(2);
        List<User> users = shop.users(2);
        Answer reserved = shop.reserve(sale, users.getFirst());
        String orderId = reserved.orderId();
        assertThat(orderId).as(reserved.text()).isNotEmpty();
        if (reserved.status() == 202) { // and not by a second click
            assertThat(reserved.headers().firstValue("Location")).contains("/api/orders/" + orderId);
        }
        await().until(() -> {
            Answer order = shop.order(orderId, users.getFirst());
            assertThat(order.status()).isEqualTo(200);
            assertThat(order.orderStatus()).isIn("QUEUED", "AWAITING_PAYMENT");
            return order.orderStatus().equals("AWAITING_PAYMENT");
        });
        assertThat(shop.order(orderId, users.getLast()).status()).isEqualTo(404);
        assertThat(shop.pay(orderId, users.getLast()).status()).isEqualTo(404);
        assertThat(shop.cancel(orderId, users.getLast()).status()).isEqualTo(404);
        Answer paid = shop.pay(orderId, users.getFirst());
        assertThat(paid.status()).isEqualTo(200);
        assertThat(paid.orderStatus()).isEqualTo("PAID");
        assertThat(shop.get("/api/orders?page=0&size=10", users.getFirst())
                        .body()
                        .path("items")
                        .findValuesAsString("orderId"))
                .containsExactly(orderId);
        records.requireInvariants(sale, Set.of(orderId));
    }
}
