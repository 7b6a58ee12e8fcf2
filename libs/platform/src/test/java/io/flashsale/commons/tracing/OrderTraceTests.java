package io.flashsale.commons.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderTraceTests {

    private static final Instant BEGIN = Instant.parse("2026-11-25T09:00:00.000250Z");

    private final List<SpanData> finished = new ArrayList<>();
    private final OrderTrace trace = new OrderTrace(
            new OtelTracer(
                    SdkTracerProvider.builder()
                            .addSpanProcessor(SimpleSpanProcessor.create(exporter()))
                            .build()
                            .get("test"),
                    new OtelCurrentTraceContext(),
                    event -> {}),
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

    private SpanData named(String name) {
        return finished.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String attribute(SpanData span, String name) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
    }

    @Test
    void shouldMakeEachStopAChildOfTheClick() {
        FollowedClick click = trace.begin().orElseThrow();
        String correlationId = click.traceParent().toString();
        trace.stop(Stop.PAYMENT, correlationId, BEGIN, BEGIN.plusMillis(7), () -> Map.of("charge.outcome", "PAID"));
        click.note("user", "42").end();

        SpanData payment = named("payment");
        assertThat(payment.getTraceId()).isEqualTo(click.traceParent().traceId());
        assertThat(payment.getParentSpanId()).isEqualTo(click.traceParent().spanId());
        assertThat(payment.getStartEpochNanos()).isEqualTo(BEGIN.getEpochSecond() * 1_000_000_000 + BEGIN.getNano());
        assertThat(payment.getEndEpochNanos() - payment.getStartEpochNanos()).isEqualTo(7_000_000);
        assertThat(attribute(payment, "charge.outcome")).isEqualTo("PAID");
        assertThat(attribute(payment, OrderTrace.STOP)).isEqualTo("PAYMENT");

        SpanData root = named("click");
        assertThat(root.getParentSpanContext().isValid()).isFalse();
        assertThat(root.getSpanId()).isEqualTo(click.traceParent().spanId());
        assertThat(attribute(root, "user")).isEqualTo("42");
    }

    /** Outbox and queue carry many clicks at once, so none of them can be the parent of their joint work. */
    @Test
    void shouldLinkWhatWasDoneTogetherWithTheFollowedClicks() {
        TraceParent one = trace.begin().orElseThrow().traceParent();
        TraceParent other = trace.begin().orElseThrow().traceParent();
        trace.stops(
                Stop.SCRIPT,
                BEGIN,
                List.of("0123456789abcdef", one.toString(), "fedcba9876543210", other.toString()),
                correlationId -> correlationId,
                correlationId -> Map.of("outcome", correlationId.substring(3, 35)));

        SpanData all = named("script of all");
        assertThat(all.getParentSpanContext().isValid()).isFalse();
        assertThat(all.getTraceId()).isNotIn(one.traceId(), other.traceId());
        assertThat(all.getLinks())
                .extracting(link -> link.getSpanContext().getTraceId())
                .containsExactly(one.traceId(), other.traceId());
        assertThat(all.getAttributes().get(AttributeKey.stringKey(OrderTrace.STOP)))
                .as("no stop of anybody")
                .isNull();
        List<SpanData> each = finished.stream()
                .filter(span -> span.getName().equals("script"))
                .toList();
        assertThat(each).extracting(SpanData::getTraceId).containsExactly(one.traceId(), other.traceId());
        assertThat(each)
                .allSatisfy(span -> assertThat(attribute(span, "outcome")).isEqualTo(span.getTraceId()));
        assertThat(each)
                .allSatisfy(span -> assertThat(span.getLinks())
                        .extracting(LinkData::getSpanContext)
                        .extracting(context -> context.getSpanId())
                        .containsExactly(all.getSpanId()));
    }

    @Test
    void shouldLinkNothingWhereOneTravelsAlone() {
        TraceParent one = trace.begin().orElseThrow().traceParent();
        trace.stops(Stop.GROUP, BEGIN, List.of(one), TraceParent::toString, click -> Map.of());
        assertThat(finished).extracting(SpanData::getName).containsExactly("group");
        assertThat(finished.getFirst().getLinks()).isEmpty();
    }

    @Test
    void shouldDoNothingForClicksThatAreNotFollowed() {
        trace.stop(Stop.KAFKA, null, BEGIN, () -> fail("nobody is followed"));
        trace.stop(Stop.KAFKA, "0123456789abcdef", BEGIN, () -> fail("nobody is followed"));
        trace.stops(Stop.LEDGER, BEGIN, List.of("0123456789abcdef"), id -> id, id -> fail("nobody is followed"));
        assertThat(finished).isEmpty();
    }

    /** Selling threads call it, so a failure to describe a click must not harm the purchase. */
    @Test
    void shouldNeverFail() {
        String followed = trace.begin().orElseThrow().traceParent().toString();
        String other = trace.begin().orElseThrow().traceParent().toString();
        trace.stops(Stop.LEDGER, BEGIN, List.of(followed), id -> wrong(), id -> Map.of());
        trace.stop(Stop.KAFKA, followed, BEGIN, OrderTraceTests::wrong);
        trace.tell(OrderTraceTests::wrong);
        assertThat(trace.followsAny(List.of(followed), id -> wrong())).isFalse();
        assertThat(finished).isEmpty();

        trace.stops(
                Stop.RELEASE,
                BEGIN,
                List.of(followed, other),
                id -> id,
                id -> id.equals(followed) ? wrong() : Map.of());
        assertThat(finished.stream().filter(span -> span.getName().equals("release")))
                .as("the stop of whom nothing is wrong with")
                .extracting(SpanData::getTraceId)
                .containsExactly(TraceParent.of(other).orElseThrow().traceId());
    }

    private static <T> T wrong() {
        throw new IllegalStateException("thrown by a test");
    }

    @Test
    void shouldNotEvenLookWhenItIsOff() {
        assertThat(OrderTrace.OFF.begin()).isEmpty();
        assertThat(OrderTrace.OFF.isOn()).isFalse();
        assertThat(OrderTrace.OFF.now()).isEqualTo(Instant.EPOCH);
        assertThat(OrderTrace.OFF.followsAny(List.of(1), member -> fail("it is off")))
                .isFalse();
        OrderTrace.OFF.stops(Stop.LEDGER, BEGIN, List.of(1), member -> fail("it is off"), member -> fail("it is off"));
    }
}
