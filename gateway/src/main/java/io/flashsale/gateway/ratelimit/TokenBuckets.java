package io.flashsale.gateway.ratelimit;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.gateway.ratelimit.RateLimitProperties.Limit;
import io.flashsale.gateway.ratelimit.RateLimitProperties.SlowLimit;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/**
 * Keeps one token bucket for each key.
 *
 * <p>A bucket is forgotten when it must be full again, or when there are too many buckets. Its owner then starts
 * with a full bucket. So memory is bounded, and errors favour the caller.
 */
final class TokenBuckets {

    /** How many users, and how many addresses, are remembered; the least recently used are forgotten first. */
    static final long TRACKED = 200_000;

    private final LoadingCache<Object, Bucket> buckets;

    TokenBuckets(Limit limit, Ticker ticker) {
        this(limit.burst(), limit.perSecond(), Duration.ofSeconds(1), ticker);
    }

    TokenBuckets(SlowLimit limit, Ticker ticker) {
        this(limit.burst(), limit.perMinute(), Duration.ofMinutes(1), ticker);
    }

    /** @param each how long it takes to regain {@code refill} tokens */
    private TokenBuckets(long burst, long refill, Duration each, Ticker ticker) {
        Bandwidth bandwidth =
                Bandwidth.builder().capacity(burst).refillGreedy(refill, each).build();
        TimeMeter time = new Nanoseconds(ticker);
        Duration untilFull = each.multipliedBy(1 + Math.ceilDiv(burst, refill));
        this.buckets = Caffeine.newBuilder()
                .maximumSize(TRACKED)
                .expireAfterAccess(untilFull)
                .ticker(ticker)
                .build(key -> Bucket.builder()
                        .addLimit(bandwidth)
                        .withCustomTimePrecision(time)
                        .build());
    }

    private record Nanoseconds(Ticker ticker) implements TimeMeter {

        @Override
        public long currentTimeNanos() {
            return ticker.read();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    /** Returns a token that was taken for nothing. */
    void giveBack(Object key) {
        buckets.get(key).addTokens(1);
    }

    /** Takes one token. Returns 0 if there was one, otherwise the seconds until the next one, at least 1. */
    long take(Object key) {
        Bucket bucket = buckets.get(key);
        if (bucket.tryConsume(1)) {
            return 0;
        }
        long nanos = bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill();
        return Math.max(1, Math.ceilDiv(nanos, 1_000_000_000L));
    }
}
