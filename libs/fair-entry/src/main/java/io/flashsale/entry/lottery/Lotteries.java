package io.flashsale.entry.lottery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.commons.signature.Hashes;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The lotteries of sales. The seed is chosen when the sale becomes a lottery, and never again. Its hash is public
 * from then on, and the seed itself once MySQL has how many take part.
 */
@Component
public class Lotteries {

    private static final Duration FRESH = Duration.ofMillis(500);

    private final LotteryMapper lotteries;

    /** Keeps draws for good, as they never change. */
    private final Cache<Long, Places> drawn =
            Caffeine.newBuilder().maximumSize(100).build();

    private final LoadingCache<Long, Optional<LotteryMapper.Row>> rows;

    Lotteries(LotteryMapper lotteries) {
        this.lotteries = lotteries;
        this.rows = Caffeine.newBuilder()
                .expireAfterWrite(FRESH)
                .maximumSize(1_000)
                .build(saleId -> Optional.ofNullable(lotteries.find(saleId)));
    }

    /**
     * The public facts of a lottery.
     *
     * @param seedHash SHA-256 of the seed, both in hex
     * @param seed null, like {@code size}, until the places are drawn
     */
    public record Published(
            String seedHash,
            @Nullable String seed,
            @Nullable Long size) {}

    /** The public facts; empty if the sale has no lottery. */
    public Optional<Published> published(long saleId) {
        return rows.get(saleId)
                .map(row -> new Published(hash(row.seed()), row.size() == null ? null : row.seed(), row.size()));
    }

    private static String hash(String seed) {
        return Hashes.sha256Hex(HexFormat.of().parseHex(seed));
    }

    /** The places; empty until they are drawn. */
    public Optional<Places> places(long saleId) {
        Places known = drawn.getIfPresent(saleId);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Places> read = rows.get(saleId).flatMap(Lotteries::placesOf);
        read.ifPresent(places -> drawn.put(saleId, places));
        return read;
    }

    private static Optional<Places> placesOf(LotteryMapper.Row row) {
        Long size = row.size();
        return size == null
                ? Optional.empty()
                : Optional.of(Places.drawn(HexFormat.of().parseHex(row.seed()), size));
    }

    /**
     * Draws, if this run of Redis gives the numbers: from now on the seed is public. Draws only once: a later call
     * with another size changes nothing.
     *
     * @param size numbers that were given before the opening
     * @return how many take part; empty while it is not drawn
     */
    public OptionalLong draw(long saleId, String run, long size) {
        lotteries.draw(saleId, run, size);
        rows.invalidate(saleId);
        LotteryMapper.Row row = lotteries.find(saleId);
        Long fixed = row == null ? null : row.size();
        return fixed == null ? OptionalLong.empty() : OptionalLong.of(fixed);
    }
}
