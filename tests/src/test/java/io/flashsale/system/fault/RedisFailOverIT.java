package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStackBuilder;
import io.flashsale.system.fault.BuyingCrowd.Click;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Redis master dies in the middle of a sale and a replica takes over: no accepted reservation is lost. */
@Tag("weekly")
class RedisFailOverIT {

    @Test
    void shouldForgetNobodyWhenSentinelsPromoteAReplica() {
        sellThroughAFailOver("sentinel", DevStackBuilder::redisWithSentinels);
    }

    @Test
    void shouldForgetNobodyWhenAClusterReplacesAMaster() {
        sellThroughAFailOver("cluster", DevStackBuilder::redisCluster);
    }

    private static void sellThroughAFailOver(String name, UnaryOperator<DevStackBuilder> redis) {
        try (RunningSystem system = RunningSystem.start(
                redis.apply(RunningSystem.servers(name).mariaDb()).kafka(), RunningSystem.SELLING, 1)) {
            sellThroughAFailOver(name, system);
        }
    }

    private static void sellThroughAFailOver(String name, RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(400);
        List<User> users = shop.crowd(600);
        List<Click> bought = new ArrayList<>(
                Shop.each(users.subList(0, 100), 16, user -> Click.accepted(user, shop.buy(sale, user))));

        RedisServer master = system.stack.redisServing(SystemRecords.key(sale));
        List<Click> clicks;
        long killedAt;
        try (BuyingCrowd crowd = new BuyingCrowd(shop, sale, users.subList(100, 300))) {
            crowd.awaitDecided(20);
            master.kill();
            killedAt = crowd.millis(); // not earlier: answers of the dying Redis are no sales after the fault
            clicks = crowd.awaitEnd();
        }
        RecoveryFigure.FAIL_OVER_OF_REDIS.report(name, BuyingCrowd.untilAnswered(202, clicks, killedAt));
        assertThat(system.stack.redisServing(SystemRecords.key(sale)).port()).isNotEqualTo(master.port());
        master.start(); // it becomes a replica of the new master
        bought.addAll(clicks);
        NothingLost.requireDecisions(system, sale, users, 400, bought);
    }
}
