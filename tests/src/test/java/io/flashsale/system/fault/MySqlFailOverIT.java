package io.flashsale.system.fault;

import static io.flashsale.system.fault.NothingLost.requireNothingLost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.server.sql.ReplicatedMariaDb;
import io.flashsale.system.fault.BuyingCrowd.Click;
import io.flashsale.system.harness.CouponShop;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A replica takes over from MySQL's primary in the middle of a sale: no accepted order and no payment is lost. */
@Tag("weekly")
class MySqlFailOverIT {

    private static final int PAYERS = 150;
    private static final int UNITS = 400;
    private static final int SHOPPERS = 600;

    /** The pause of each of a crowd's connections: shoppers buy and pay before, during and after the fail-over. */
    private static final Duration PACE = Duration.ofMillis(100);

    @Test
    void shouldForgetNobodyWhenAReplicaTakesOver() {
        try (TcpProxy address = TcpProxy.to(Ports.free());
                RunningSystem system = start(address)) {
            List<ReplicatedMariaDb> pair = system.stack.servers(ReplicatedMariaDb.class);
            ReplicatedMariaDb first = pair.getFirst();
            ReplicatedMariaDb second = pair.getLast();
            sell(system, "it stays, read-only", buying -> {}, () -> {
                first.demote();
                promote(second, address);
            });
            try (TcpProxy replication = TcpProxy.to(second.port())) {
                first.replicate(second, replication.port());
                sell(
                        system,
                        "it dies while the replica lags",
                        buying -> {
                            replication.cut();
                            buying.awaitDecided(UNITS / 4); // they need only Redis and Kafka
                        },
                        () -> {
                            second.kill();
                            replication.reset(); // what the cut line held back is lost
                            replication.heal();
                            promote(first, address);
                        });
            }
        }
    }

    private static RunningSystem start(TcpProxy address) {
        return RunningSystem.start(
                RunningSystem.servers("mysql")
                        .replicatedMariaDb(address.port())
                        .redis()
                        .kafka(),
                RunningSystem.ALL_BUT_THE_LAB,
                1,
                (stack, wiring) -> {
                    List<ReplicatedMariaDb> pair = stack.servers(ReplicatedMariaDb.class);
                    promote(pair.getFirst(), address);
                    pair.getLast().replicate(pair.getFirst(), pair.getFirst().port());
                });
    }

    private static void promote(ReplicatedMariaDb server, TcpProxy address) {
        server.promote();
        address.leadTo(server.port());
    }

    /**
     * Some shoppers pay with a coupon while the others buy.
     *
     * @param before what happens once some have paid, before the fail-over
     */
    private static void sell(RunningSystem system, String how, Consumer<BuyingCrowd> before, Runnable failOver) {
        CouponShop couponShop = new CouponShop(system);
        Shop shop = system.shop;
        long sale = shop.openSale(UNITS);
        long template = couponShop.template(PAYERS, "");
        List<User> users = shop.crowd(SHOPPERS);
        List<User> payers = users.subList(0, PAYERS);
        Map<User, String> orders = new ConcurrentHashMap<>();
        Map<User, String> coupons = new ConcurrentHashMap<>();
        Shop.each(payers, 16, user -> {
            coupons.put(user, CouponShop.couponId(couponShop.claim(template, user)));
            return orders.put(user, shop.buy(sale, user));
        });
        await().until(() ->
                system.records.orders(sale, "AWAITING_PAYMENT") == PAYERS && couponShop.handedOut(template) == PAYERS);

        List<Click> bought;
        List<Click> paid;
        long failedAt;
        try (BuyingCrowd buying = new BuyingCrowd(shop, sale, users.subList(PAYERS, SHOPPERS), PACE);
                BuyingCrowd paying = new BuyingCrowd(
                        payers,
                        PACE,
                        user -> couponShop.tryToPay(
                                Objects.requireNonNull(orders.get(user)),
                                user,
                                Objects.requireNonNull(coupons.get(user))))) {
            paying.awaitDecided(PAYERS / 5);
            before.accept(buying);
            failedAt = paying.millis();
            failOver.run();
            bought = buying.awaitEnd();
            paid = paying.awaitEnd();
        }
        RecoveryFigure.FAIL_OVER_OF_MYSQL.report(how, BuyingCrowd.untilAnswered(200, paid, failedAt));

        assertThat(paid.stream().filter(click -> click.status() == 200).map(Click::user))
                .as("who was told that they have paid")
                .containsExactlyInAnyOrderElementsOf(payers);
        assertThat(system.records.orders(sale, "PAID")).isEqualTo(PAYERS);
        List<Click> accepted = new ArrayList<>(bought);
        orders.forEach((user, order) -> accepted.add(Click.accepted(user, order)));
        requireNothingLost(system, sale, users, UNITS, accepted);
        couponShop.requireInvariants(template, coupons.values());
        assertThat(couponShop.used(template)).isEqualTo(PAYERS);
    }
}
