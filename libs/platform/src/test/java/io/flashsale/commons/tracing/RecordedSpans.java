package io.flashsale.commons.tracing;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A trace whose spans stay here. It follows every click. */
final class RecordedSpans {

    private final List<SpanData> finished = new ArrayList<>();

    /** Of a library that makes spans below the current one. */
    final Tracer library = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exporter()))
            .build()
            .get("test");

    final OrderTrace trace = new OrderTrace(
            new OtelTracer(library, new OtelCurrentTraceContext(), event -> {}),
            new Sampling(1, 100, 1_000, System::nanoTime),
            () -> {});

    private SpanExporter exporter() {
        SpanExporter exporter = mock(SpanExporter.class);
        when(exporter.export(any())).thenAnswer(call -> {
            finished.addAll(call.<Collection<SpanData>>getArgument(0));
            return CompletableResultCode.ofSuccess();
        });
        return exporter;
    }

    List<SpanData> finished() {
        return finished;
    }

    SpanData named(String name) {
        return finished.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static String attribute(SpanData span, String name) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
    }
}
