package io.flashsale.commons.tracing;

import io.flashsale.commons.problem.OutageLog;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/**
 * Stores finished stops where the pages find them. Runs on a thread of its own, which waits while Redis does not
 * answer. If that takes long, spans that no longer fit into the queue before it are lost.
 */
record JourneyExporter(JourneyStore journeys, String service) implements SpanExporter {

    private static final AttributeKey<String> STOP = AttributeKey.stringKey(OrderTrace.STOP);

    private static final RetryTemplate REPEATED = new RetryTemplate(
            RetryPolicy.builder().maxRetries(9).delay(Duration.ofSeconds(1)).build());

    private static final OutageLog OUTAGE = new OutageLog(
            LoggerFactory.getLogger(JourneyExporter.class), "Redis does not take the stops of followed clicks");

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        Map<String, List<StopRecord>> stops = new HashMap<>();
        for (SpanData span : spans) {
            String stop = span.getAttributes().get(STOP);
            if (stop != null) {
                stops.computeIfAbsent(span.getTraceId(), trace -> new ArrayList<>())
                        .add(record(stop, span));
            }
        }
        try {
            if (!stops.isEmpty()) {
                REPEATED.invoke(() -> journeys.add(stops));
            }
            return CompletableResultCode.ofSuccess();
        } catch (RuntimeException fault) {
            OUTAGE.warn(fault.toString());
            return CompletableResultCode.ofFailure();
        }
    }

    private StopRecord record(String stop, SpanData span) {
        Map<String, String> wrote = new HashMap<>();
        span.getAttributes().forEach((name, value) -> {
            if (!name.equals(STOP)) {
                wrote.put(name.getKey(), String.valueOf(value));
            }
        });
        long begin = span.getStartEpochNanos();
        return new StopRecord(
                stop,
                service,
                Instant.ofEpochSecond(0, begin),
                TimeUnit.NANOSECONDS.toMicros(span.getEndEpochNanos() - begin),
                wrote);
    }

    @Override
    public CompletableResultCode flush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
