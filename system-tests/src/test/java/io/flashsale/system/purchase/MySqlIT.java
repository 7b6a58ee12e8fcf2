package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.server.sql.MySqlServer;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Answer;
import io.flashsale.system.harness.Shop.User;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The core of the suite on MySQL, with the services that it needs; all other tests run on MariaDB. */
@Tag("long")
class MySqlIT {

    private static RunningSystem system;

    @BeforeAll
    static void start() {
        assumeThat(MySqlServer.missing()).as("why MySQL cannot run here").isEmpty();
        system = RunningSystem.start(
                DevStack.in(Path.of(
                                "target/system-mysql-" + ProcessHandle.current().pid()))
                        .mySql()
                        .redis()
                        .kafka(),
                EnumSet.of(ServiceName.GATEWAY, ServiceName.STOCK, ServiceName.ORDER));
    }

    @AfterAll
    static void stop() {
        if (system != null) {
            system.stop();
        }
    }

    @Test
    void shouldSellExactlyWhatThereIsInEightBuckets() {
        Shop shop = system.shop;
        long sale = shop.openSale(60, 8);
        List<User> users = shop.crowd(80); // so few that some buckets run empty while others still have units
        Set<String> orders = new HashSet<>();
        await().atMost(Shop.SOON).until(() -> {
            orders.addAll(Shop.orders(shop.stampede(sale, users, 64)));
            return orders.size() == 60;
        });
        system.records.requireInvariants(sale, orders);
        assertThat(system.records.moves(sale)).isPositive();
    }

    @Test
    void shouldSellExactlyWhatThereIsAndGiveBackWhatIsCancelled() {
        Shop shop = system.shop;
        long sale = shop.openSale(100);
        List<User> users = shop.crowd(400);
        List<Answer> answers = shop.stampede(sale, users, 64);
        List<String> orders = Shop.orders(answers);
        assertThat(orders).hasSize(100);
        system.records.requireInvariants(sale, orders);

        int cancelled = 0;
        for (int i = 0; i < users.size() && cancelled < 10; i++) {
            if (!answers.get(i).orderId().isEmpty()) {
                assertThat(shop.cancel(answers.get(i).orderId(), users.get(i)).orderStatus())
                        .isEqualTo("CLOSED");
                cancelled++;
            } else {
                assertThat(answers.get(i).problem()).isEqualTo("sold-out");
            }
        }
        system.records.requireInvariants(sale, orders);
        assertThat(system.records.available(sale)).isEqualTo(10);
        assertThat(system.records.active(sale)).isEqualTo(90);
    }

    @Test
    void shouldRebuildRedisFromMySql() {
        Shop shop = system.shop;
        long sale = shop.openSale(10);
        List<User> users = shop.users(6);
        List<String> orders = Shop.orders(shop.stampede(sale, users, 6));
        assertThat(orders).hasSize(6);
        await().atMost(Shop.SOON).until(() -> system.records.outboxLength() == 0);
        system.records.redis().getKeys().flushall();
        system.records.requireInvariants(sale, orders);
        assertThat(shop.reserve(sale, users.getFirst()).problem()).isEqualTo("already-purchased");
    }
}
