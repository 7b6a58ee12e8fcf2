package io.flashsale.controlroom.crowd;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a crowd stands.
 *
 * @param answered shoppers who have their last answer
 * @param requests clicks in all, with those that were repeated after 429, 503 or silence
 * @param answers the last answers by name: {@code accepted}, or why not
 * @param seconds what all clicks were told, second by second, from the first answer to the latest
 * @param medianMillis of the last clicks; null before the first answer
 */
record CrowdView(
        String id,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
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
        @Nullable Double p99Millis) {}
