package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The shop of {@code ./demo --small}: all services in one JVM. */
@Tag("long")
class OneJvmIT {

    @Test
    void shouldSellLikeTheSeparateServices() {
        try (DevStack stack = RunningSystem.servers("small")
                        .small()
                        .mariaDb()
                        .redis()
                        .kafka()
                        .start();
                FlashSaleSystem system = FlashSaleSystem.on(stack).small().start()) {
            assertThat(stack.directory().names())
                    .containsExactlyInAnyOrder("mariadb", "redis", "kafka", FlashSaleSystem.ONE_JVM);
            Shop shop = new Shop(system.gatewayUrl());
            User user = shop.user();
            long sale = shop.openSale(1);
            String order = shop.buyAndAwaitPlacement(sale, user);
            assertThat(shop.pay(order, user).orderStatus()).isEqualTo("PAID");
            assertThat(shop.reserve(sale, shop.user()).problem()).isEqualTo("sold-out");
            assertThat(shop.get("/api/coupons", user).status()).isEqualTo(200);
            shop.requireAudit(sale, "", "I1");
        }
    }
}
