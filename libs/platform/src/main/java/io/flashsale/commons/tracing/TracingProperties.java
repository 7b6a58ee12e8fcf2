package io.flashsale.commons.tracing;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configures which clicks are followed, and where their stops go. All services must have the same values.
 *
 * @param sampling share of the clicks, 0 to 1. At 0 nothing is followed, which costs a look at a flag and at the
 *     lengths of ids
 * @param maxPerSecond the most clicks that each gateway begins to follow in a second; applies to any share
 * @param maxPerHour the most clicks that it begins to follow in an hour in the long run, and the most at once.
 *     Their stops stay in Redis for a day
 * @param otlpEndpoint the URL of a collector that takes OTLP over HTTP, path included; if absent, traces go nowhere
 *     else
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

    boolean areForACollector() {
        return sampling > 0 && otlpEndpoint != null;
    }
}
