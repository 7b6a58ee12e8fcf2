package io.flashsale.controlroom.crowd;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.client.entry.EntryMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * @param difficulty maximum number of hashes per account before entry
 * @param answered shoppers who have their final answer
 * @param requests all clicks; includes those repeated after 429, 503 or no answer
 * @param answers final answers by name: {@code accepted}, or the reason of the refusal
 * @param seconds responses to all clicks on "buy", by second, from the first response to the latest
 * @param medianMillis of the last clicks on "buy"; null before the first answer
 * @param scriptsWork whether the scripts do the work that the sale requires
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
        CrowdTally.View people,
        CrowdTally.View scripts,
        boolean scriptsWork) {}
