package io.flashsale.system.fault;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures how fast one sale sells with its stock in one, four and eight buckets.
 *
 * <p>Runs two instances of stock- and order-service and prints the figures of docs/buckets.md. It only requires
 * correct results, not a speed: the load generator shares the processors with the shop.
 */
@Tag("weekly")
class BucketsFigureIT {

    private static final int UNITS = 4_000;
    private static final int ROUNDS = 3;
    private static final int CONNECTIONS = 128;

    @AutoClose
    private static final RunningSystem system = RunningSystem.start(
            RunningSystem.servers("buckets").mariaDb().redis().kafka(), RunningSystem.SELLING, 2);

    /** The figures of one sale. */
    private record Figure(double acceptedASecond, double placedASecond, long moves) {}

    @Test
    void shouldTellHowFastOneSaleIsSold() {
        List<User> users = system.shop.crowd(UNITS);
        sell(1, users); // until the JIT compilers have optimised the code
        Map<Integer, List<Figure>> figures = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (int buckets : new int[] {1, 4, 8}) {
                figures.computeIfAbsent(buckets, first -> new ArrayList<>()).add(sell(buckets, users));
            }
        }
        System.out.println("| buckets | accepted a second | placed a second, first click to last order | moves |");
        System.out.println("| ---: | ---: | ---: | ---: |");
        figures.forEach((buckets, rounds) -> System.out.println("| %d | %s | %s | %s |"
                .formatted(
                        buckets,
                        each(rounds.stream().map(Figure::acceptedASecond).toList()),
                        each(rounds.stream().map(Figure::placedASecond).toList()),
                        rounds.stream().map(Figure::moves).toList())));
    }

    private static String each(List<Double> rounds) {
        return rounds.stream()
                .map(one -> String.format(Locale.ROOT, "%,.0f", one))
                .collect(joining(", "));
    }

    private static Figure sell(int buckets, List<User> users) {
        long sale = system.shop.openSale(UNITS, buckets);
        long begin = System.nanoTime();
        List<Answer> answers = system.shop.stampede(sale, users, CONNECTIONS);
        long accepted = System.nanoTime();
        await().pollInterval(Duration.ofMillis(20)).until(() -> system.records.active(sale) == UNITS);
        long placed = System.nanoTime();
        List<String> orders = Shop.orders(answers);
        assertThat(orders).as(Shop.summary(answers).toString()).hasSize(UNITS);
        system.records.requireInvariants(sale, orders);
        return new Figure(UNITS * 1e9 / (accepted - begin), UNITS * 1e9 / (placed - begin), system.records.moves(sale));
    }
}
