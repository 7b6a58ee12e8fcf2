package io.flashsale.controlroom.crowd;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.client.entry.EntryMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a crowd stands.
 *
 * @param mode how one gets in at the sale, and the work that it asks for before: hashes, at most
 * @param answered shoppers who have their last answer
 * @param requests clicks in all, with those that were repeated after 429, 503 or silence
 * @param answers the last answers by name: {@code accepted}, or why not
 * @param seconds the responses to all clicks on "buy", second by second, from the first answer to the latest
 * @param medianMillis of the last clicks on "buy"; null before the first answer
 * @param scriptsWork whether the scripts do the work that the sale asks for
 */
record CrowdView(
        String id,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        EntryMode mode,
        long difficulty,
        int shoppers,
        Crowd.State state,
        Instant startedAt,
        @Nullable Instant endedAt,
        int signedUp,
        int answered,
        long requests,
        Map<String, Long> answers,
        List<Clicks.Second> seconds,
        @Nullable Double medianMillis,
        @Nullable Double p99Millis,
        Tally.View people,
        Tally.View scripts,
        boolean scriptsWork) {}
