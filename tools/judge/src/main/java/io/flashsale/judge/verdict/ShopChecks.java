package io.flashsale.judge.verdict;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.flashsale.judge.verdict.ShopFinding.Kind;
import io.flashsale.judge.verdict.ShopTruth.RecordedOrder;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.results.Tally.Purchase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares what the shop has recorded with its stock, with Redis, and with what it answered. The records are those
 * after the drain.
 */
public final class ShopChecks {

    private final ShopTruth before;
    private final ShopTruth truth;
    private final Tally tally;
    private final int limit;
    private final long units;
    private final long clicks;

    /** Orders of this run, without those that were there before. */
    private final List<RecordedOrder> orders;

    private final List<RecordedOrder> holding;

    /** How many orders of each shopper hold a unit. */
    private final Map<String, Long> ofUser;

    private final List<ShopFinding> findings = new ArrayList<>();

    private ShopChecks(ShopTruth before, ShopTruth truth, Tally tally, int limit, long units, long clicks) {
        this.before = before;
        this.truth = truth;
        this.tally = tally;
        this.limit = limit;
        this.units = units;
        this.clicks = clicks;
        Set<String> old = before.orders().stream().map(RecordedOrder::id).collect(toSet());
        this.orders = truth.orders().stream()
                .filter(order -> !old.contains(order.id()))
                .toList();
        this.holding = orders.stream().filter(RecordedOrder::holds).toList();
        this.ofUser = holding.stream().collect(groupingBy(RecordedOrder::user, TreeMap::new, counting()));
    }

    /**
     * @param before the records before the first click
     * @param limit units that one shopper may buy
     * @param units on offer, with those added
     * @param clicks that were sent; the tally has fewer if JMeter could not record them
     * @return one finding for each kind of error
     */
    public static List<ShopFinding> of(
            ShopTruth before, ShopTruth truth, Tally tally, int limit, long units, long clicks) {
        ShopChecks checks = new ShopChecks(before, truth, tally, limit, units, clicks);
        checks.oversold();
        checks.boughtTwice();
        checks.lost();
        checks.fromNowhere();
        checks.stock();
        checks.redis();
        return List.copyOf(checks.findings);
    }

    private void oversold() {
        long tooMany = holding.size() - units;
        if (tooMany > 0) {
            add(
                    Kind.OVERSOLD,
                    tooMany,
                    "oversold by %d: %d orders for %d units".formatted(tooMany, holding.size(), units),
                    "");
        }
    }

    private void boughtTwice() {
        List<Map.Entry<String, Long>> greedy = ofUser.entrySet().stream()
                .filter(user -> user.getValue() > limit)
                .toList();
        if (!greedy.isEmpty()) {
            Map.Entry<String, Long> worst =
                    greedy.stream().max(Map.Entry.comparingByValue()).orElseThrow();
            add(
                    Kind.BOUGHT_TWICE,
                    greedy.size(),
                    "%d shoppers bought more than %d".formatted(greedy.size(), limit),
                    "shopper %s has %d orders".formatted(worst.getKey(), worst.getValue()));
        }
    }

    /**
     * An accepted answer with an id needs that order of that shopper, in any status. One without an id needs an order of
     * the shopper, up to the limit: some shops accept a repeated click again.
     */
    private void lost() {
        Set<String> ids =
                orders.stream().map(order -> key(order.user(), order.id())).collect(toSet());
        Map<String, Long> left = orders.stream().collect(groupingBy(RecordedOrder::user, counting()));
        Map<String, Integer> unnamed = new HashMap<>();
        Set<String> named = new HashSet<>();
        List<Purchase> lost = new ArrayList<>();
        for (Purchase purchase : tally.accepted()) {
            boolean kept = purchase.orderId().isEmpty()
                    ? unnamed.merge(purchase.userId(), 1, Integer::sum) > limit
                            || left.merge(purchase.userId(), -1L, Long::sum) >= 0
                    : ids.contains(key(purchase.userId(), purchase.orderId()))
                            || !named.add(key(purchase.userId(), purchase.orderId()));
            if (!kept) {
                lost.add(purchase);
            }
        }
        if (!lost.isEmpty()) {
            Purchase first = lost.getFirst();
            add(
                    Kind.ACCEPTED_AND_LOST,
                    lost.size(),
                    "%d of %d accepted purchases have no order"
                            .formatted(lost.size(), tally.accepted().size()),
                    "shopper %s%s"
                            .formatted(
                                    first.userId(),
                                    first.orderId().isEmpty() ? "" : " was promised order " + first.orderId()));
        }
    }

    /** A shopper with more orders than the limit is found already; one without an answer may have any order. */
    private void fromNowhere() {
        if (tally.clicks() < clicks) {
            return; // an answer that was not recorded may explain the order
        }
        Set<String> ids = tally.accepted().stream()
                .map(purchase -> key(purchase.userId(), purchase.orderId()))
                .collect(toSet());
        Map<String, Boolean> acceptedWithId = tally.accepted().stream()
                .collect(toMap(Purchase::userId, purchase -> !purchase.orderId().isEmpty(), Boolean::logicalOr));
        List<RecordedOrder> unexplained = holding.stream()
                .filter(order -> !ids.contains(key(order.user(), order.id())))
                .filter(order -> ofUser.getOrDefault(order.user(), 0L) <= limit)
                .filter(order -> !tally.unsureUsers().contains(order.user()))
                .filter(order -> acceptedWithId.getOrDefault(order.user(), true))
                .toList();
        if (!unexplained.isEmpty()) {
            RecordedOrder first = unexplained.getFirst();
            add(
                    Kind.ORDER_FROM_NOWHERE,
                    unexplained.size(),
                    "%d orders were never accepted".formatted(unexplained.size()),
                    "order %s of shopper %s".formatted(first.id(), first.user()));
        }
    }

    private static String key(String user, String order) {
        return user + " " + order;
    }

    private void stock() {
        Long left = truth.stock();
        if (left != null && units - left != holding.size()) {
            long difference = Math.abs(units - left - holding.size());
            add(
                    Kind.STOCK_DOES_NOT_ADD_UP,
                    difference,
                    "the stock does not add up by %d: %d units - %d left = %d, but %d orders hold one"
                            .formatted(difference, units, left, units - left, holding.size()),
                    "");
        }
    }

    private void redis() {
        List<String> differences = new ArrayList<>();
        long worst = 0;
        Long inRedis = truth.redisStock();
        if (inRedis != null && !inRedis.equals(truth.stock())) {
            differences.add("%d units left in Redis, %d in the database".formatted(inRedis, truth.stock()));
            worst = Math.abs(inRedis - Objects.requireNonNull(truth.stock()));
        }
        Long buyersInAll = truth.redisBuyers();
        if (buyersInAll != null) {
            long buyers = buyersInAll - Objects.requireNonNullElse(before.redisBuyers(), 0L);
            if (buyers != ofUser.size()) {
                differences.add("%d buyers in Redis, %d in the database".formatted(buyers, ofUser.size()));
                worst = Math.max(worst, Math.abs(buyers - ofUser.size()));
            }
        }
        if (!differences.isEmpty()) {
            add(
                    Kind.REDIS_AND_DATABASE_DIFFER,
                    worst,
                    "Redis and the database differ: " + String.join("; ", differences),
                    "");
        }
    }

    private void add(Kind kind, long count, String sentence, String example) {
        findings.add(new ShopFinding(kind, count, sentence, example));
    }
}
