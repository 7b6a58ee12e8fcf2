package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.Answer;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStackBuilder;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.fault.BuyingCrowd.Click;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.SystemRecords;
import java.util.ArrayList;
import java.util.EnumSet;
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
                redis.apply(RunningSystem.servers(name).mariaDb()).kafka(),
                EnumSet.of(ServiceName.GATEWAY, ServiceName.STOCK, ServiceName.ORDER),
                1)) {
            sellThroughAFailOver(name, system);
        }
    }

    private static void sellThroughAFailOver(String name, RunningSystem system) {
        Shop shop = system.shop;
        long sale = shop.openSale(400);
        List<User> users = shop.crowd(600);
        List<String> accepted = new ArrayList<>(Shop.orders(shop.stampede(sale, users.subList(0, 100), 16)));
        assertThat(accepted).hasSize(100);

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
        accepted.addAll(clicks.stream()
                .filter(click -> click.status() == 202)
                .map(Click::orderId)
                .toList());
        assertThat(system.stack.redisServing(SystemRecords.key(sale)).port()).isNotEqualTo(master.port());
        master.start(); // it becomes a replica of the new master

        // All shoppers ask again: undecided shoppers get a decision, accepted shoppers get the same answer as
        // before.
        List<Answer> again = shop.stampede(sale, users, 16);
        assertThat(again).allMatch(answer -> answer.status() == 202 || answer.status() == 409);
        accepted.addAll(Shop.accepted(again));
        system.records.requireInvariants(sale, accepted);
        assertThat(system.records.active(sale)).isEqualTo(400);
    }
}
