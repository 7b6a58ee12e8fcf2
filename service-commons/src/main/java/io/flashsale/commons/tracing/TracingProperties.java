package io.flashsale.commons.tracing;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which clicks are followed, and where what is known of them goes. To be set alike for all services.
 *
 * @param sampling share of the clicks, 0 to 1; at 0 nothing is followed, and it costs looks at a flag and at lengths of ids
 * @param maxPerSecond the most clicks that each gateway begins to follow in a second, whatever the share
 * @param maxPerHour the most that it begins to follow in an hour in the long run, and so many at once: what is known of them stays
 *     in Redis for a day
 * @param otlpEndpoint where a collector of traces takes OTLP by HTTP, path included; traces go nowhere else if there is none
 */
@ConfigurationProperties("flashsale.tracing")
public record TracingProperties(
        @DefaultValue("0") double sampling,
        @DefaultValue("20") int maxPerSecond,
        @DefaultValue("1000") int maxPerHour,
        @Nullable URI otlpEndpoint) {

    public TracingProperties {
        if (!(sampling >= 0 && sampling <= 1)) {
            throw new IllegalArgumentException("flashsale.tracing.sampling is a share, 0 to 1, not " + sampling);
        }
        if (maxPerSecond < 0 || maxPerHour < 0) {
            throw new IllegalArgumentException(
                    "flashsale.tracing.max-per-second and flashsale.tracing.max-per-hour must not be negative");
        }
    }
}
