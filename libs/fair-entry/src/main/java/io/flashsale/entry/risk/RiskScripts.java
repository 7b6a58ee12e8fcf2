package io.flashsale.entry.risk;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.groupingBy;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.commons.batching.BatchParts;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.entry.risk.EntryRule.Reason;
import io.flashsale.entry.sale.EntrySales;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.springframework.stereotype.Component;

/**
 * The facts in Redis about shoppers who want to enter, beside the entry of the sale. All methods throw Redisson's
 * {@code RedisException} when Redis does not answer, and may then be repeated.
 */
@Component
class RiskScripts {

    private static final LuaScript FACTS = LuaScript.named("entry/facts");
    private static final LuaScript REFUSED = LuaScript.named("entry/refused");
    private static final LuaScript BAR = LuaScript.named("entry/bar");
    private static final LuaScript WRONG_PROOF = LuaScript.named("entry/wrong-proof");

    /** How many refusals of one sale are kept, the last ones; one for each account and reason. */
    static final int MAX_REFUSALS = 20_000;

    /** How many refusals one call lists. */
    static final int MAX_LISTED = 1_000;

    private static final int CHUNK = 500;

    private final RedissonClient redis;
    private final EntrySales sales;

    RiskScripts(RedissonClient redis, EntrySales sales) {
        this.redis = redis;
        this.sales = sales;
    }

    /**
     * @param hasNumber whether the shopper has entered already
     * @param accountsOfNetwork how many were counted when they got their numbers; without the shopper's own while it
     *     has none
     * @param wrongProofs that the shopper has shown
     */
    record Known(boolean hasNumber, long accountsOfNetwork, long wrongProofs) {}

    Known facts(long saleId, long userId, String network) {
        EntryKeys keys = EntryKeys.of(saleId);
        List<String> answer = FACTS.answers(
                redis, List.of(keys.numbers(), keys.networks(), keys.wrongProofs()), Long.toString(userId), network);
        return new Known(!answer.getFirst().isEmpty(), Long.parseLong(answer.get(1)), Long.parseLong(answer.get(2)));
    }

    /** Counts another wrong proof of the account. */
    void wrongProof(long saleId, long userId) {
        WRONG_PROOF.answer(
                redis,
                List.of(EntryKeys.of(saleId).wrongProofs()),
                Long.toString(userId),
                Long.toString(StockGates.KEPT_AFTER_CLOSING.toMillis()));
    }

    void refused(long saleId, long userId, Reason reason) {
        note(saleId, userId, reason, "");
    }

    /** Notes that the account was held up at this time. */
    void refused(long saleId, long userId, Reason reason, Instant at) {
        note(saleId, userId, reason, Long.toString(at.toEpochMilli()));
    }

    private void note(long saleId, long userId, Reason reason, String at) {
        REFUSED.answer(
                redis,
                List.of(EntryKeys.of(saleId).refusals()),
                member(reason.slug(), userId),
                Integer.toString(MAX_REFUSALS),
                at,
                Long.toString(StockGates.KEPT_AFTER_CLOSING.toMillis()));
    }

    record Refused(long userId, String reason, Instant at) {}

    /** The last refusals, the latest first. */
    List<Refused> refusals(long saleId, int max) {
        return redis
                .<String>getScoredSortedSet(EntryKeys.of(saleId).refusals(), StringCodec.INSTANCE)
                .entryRangeReversed(0, max - 1)
                .stream()
                .map(entry -> {
                    String[] parts = entry.getValue().split(":", 2);
                    return refused(Long.parseLong(parts[1]), parts[0], entry.getScore());
                })
                .toList();
    }

    /** The refusals of one account, the latest first. */
    List<Refused> refusalsOf(long saleId, long userId) {
        List<String> slugs = Stream.of(Reason.values()).map(Reason::slug).toList();
        List<Double> scores = redis.<String>getScoredSortedSet(
                        EntryKeys.of(saleId).refusals(), StringCodec.INSTANCE)
                .getScore(slugs.stream().map(slug -> member(slug, userId)).toList());
        return IntStream.range(0, slugs.size())
                .filter(i -> scores.get(i) != null)
                .mapToObj(i -> refused(userId, slugs.get(i), scores.get(i)))
                .sorted(comparing(Refused::at).reversed())
                .toList();
    }

    private static Refused refused(long userId, String reason, Double atMillis) {
        return new Refused(userId, reason, Instant.ofEpochMilli(atMillis.longValue()));
    }

    private static String member(String reason, long userId) {
        return reason + ":" + userId;
    }

    /**
     * A user who has to wait in a sale.
     *
     * @param since when they let the last unit go
     */
    record Bar(long saleId, long userId, Instant since, Instant until) {}

    /**
     * One round of telling gates. Once the Redis of a shard has not answered, the round asks it nothing more: each
     * question would last until its time-out, and all together would exceed the round. Not thread-safe.
     */
    static final class Round {

        private final Set<String> away = new HashSet<>();

        /**
         * Runs the call to the shard of the gate, unless the shard is away; then the call that found that has already
         * thrown.
         */
        void askAt(long gateId, Runnable asking) {
            String shard = EntryKeys.of(gateId).hashTag();
            if (away.contains(shard)) {
                return;
            }
            try {
                asking.run();
            } catch (RedisException unreachable) {
                away.add(shard);
                throw unreachable;
            }
        }
    }

    /**
     * Makes the users wait, each at their own gate; at least one user, all in the same sale. If the Redis of one gate
     * does not answer, this tells the others before it throws. Skips gates in shards that are away in this round,
     * without a fault.
     */
    void bar(long saleId, List<Bar> bars, Round round) {
        int buckets = sales.numberOfBuckets(saleId);
        BatchParts.doAll(
                bars.stream().collect(groupingBy(bar -> Buckets.homeGate(saleId, bar.userId(), buckets))),
                (gateId, ofGate) -> round.askAt(gateId, () -> barAt(gateId, ofGate)));
    }

    private void barAt(long gateId, List<Bar> bars) {
        Instant latest = bars.stream().map(Bar::until).max(Instant::compareTo).orElseThrow();
        EntryKeys keys = EntryKeys.of(gateId);
        bars.stream().gather(Gatherers.windowFixed(CHUNK)).forEach(chunk -> {
            List<String> arguments = new ArrayList<>(1 + 2 * chunk.size());
            arguments.add(Long.toString(latest.toEpochMilli()));
            chunk.forEach(bar ->
                    arguments.addAll(List.of(Long.toString(bar.until().toEpochMilli()), Long.toString(bar.userId()))));
            BAR.answer(redis, List.of(keys.gate(), keys.barred()), arguments.toArray());
        });
    }
}
