package io.flashsale.devstack.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.AdminClient;
import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.ShopClientException;
import io.flashsale.client.ShopperClient;
import io.flashsale.client.coupon.CouponTemplate;
import io.flashsale.client.coupon.Discount;
import io.flashsale.client.coupon.NewCouponTemplate;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.OrderStatus;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.client.sale.NewProduct;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Product;
import io.flashsale.client.sale.Sale;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** What the launcher gets from the shop. */
public interface ShopContract {

    /** Longer than a slow machine needs, for an answer and for a state. */
    Duration LONG = Duration.ofMinutes(10);

    ShopClient shop();

    private static ConditionFactory soon() {
        return await().atMost(LONG).pollDelay(Duration.ZERO).ignoreExceptionsInstanceOf(ShopClientException.class);
    }

    /** Repeats the call until it is not refused. */
    private static <T> T accepted(Callable<Reply<T>> call) {
        return soon().until(() -> call.call().orThrow(), value -> true);
    }

    private AdminClient admin() {
        String token = accepted(() -> shop().logIn("admin", "admin-demo")).token();
        return shop().administrator(token);
    }

    private ShopperClient newcomer() {
        String password = UUID.randomUUID().toString();
        String name = accepted(() -> shop().signUp(newName(), password)).username();
        String token = accepted(() -> shop().logIn(name, password)).token();
        return shop().shopper(token);
    }

    private static String newName() {
        return "buyer-" + UUID.randomUUID().toString().substring(0, 8);
    }

    private void requireListed(long sale, Product product, CampaignState state, long remaining) {
        soon().untilAsserted(() -> assertThat(shop().sales().orThrow())
                .filteredOn(listed -> listed.id() == sale)
                .singleElement()
                .returns(product, Sale::product)
                .returns(state, Sale::state)
                .returns(1L, Sale::initialStock)
                .returns(remaining, Sale::remaining));
    }

    private static OrderStatus firstEvent(ShopperClient shopper, long order) {
        try (Stream<Order> events = shopper.follow(order).orThrow()) {
            return events.findFirst().orElseThrow().status();
        }
    }

    @Test
    default void shouldSellWhatThereIsAndRefuseTheNextShopper() {
        AdminClient admin = admin();
        NewProduct described = new NewProduct("A lamp", "It shines.", "/images/products/lamp.svg");
        Product lamp = accepted(() -> admin.create(described));
        assertThat(accepted(admin::products)).isNotEmpty();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Instant closes = now.plus(1, ChronoUnit.DAYS);
        NewSale wanted = new NewSale(lamp.id(), "A cheap lamp", 1_990, 2_990L, 1, now, closes, null, null, null);
        long sale = accepted(() -> admin.create(wanted)).id();
        requireListed(sale, lamp, CampaignState.OPEN, 1);

        ShopperClient first = newcomer();
        String reserved = soon().until(() -> first.reserve(sale).answer().orderId(), id -> !id.isEmpty());
        long order = Long.parseLong(reserved);
        soon().until(() -> first.order(order).orThrow().status() == OrderStatus.AWAITING_PAYMENT);
        soon().until(() -> firstEvent(first, order) == OrderStatus.AWAITING_PAYMENT);
        assertThat(accepted(() -> first.pay(order)).status()).isEqualTo(OrderStatus.PAID);

        ShopperClient next = newcomer();
        soon().untilAsserted(() -> {
            Answer refused = next.reserve(sale).answer();
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.problem()).isEqualTo("sold-out");
        });
        requireListed(sale, lamp, CampaignState.SOLD_OUT, 0);
    }

    @Test
    default void shouldListCouponsAndWhetherTheyAreOpen() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        long open = coupon(now);
        long upcoming = coupon(now.plus(1, ChronoUnit.DAYS));
        soon().untilAsserted(() -> assertThat(shop().coupons().orThrow())
                .extracting(CouponTemplate::id, CouponTemplate::state)
                .contains(tuple(open, CampaignState.OPEN), tuple(upcoming, CampaignState.UPCOMING)));
    }

    private long coupon(Instant opens) {
        Instant closes = opens.plus(2, ChronoUnit.DAYS);
        NewCouponTemplate wanted = new NewCouponTemplate("5 off", Discount.amount(500), 10, 1, opens, closes);
        AdminClient admin = admin();
        return accepted(() -> admin.create(wanted)).id();
    }
}
