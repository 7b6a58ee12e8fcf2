package io.flashsale.commons.tracing;

import static io.flashsale.commons.tracing.RecordedSpans.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class OrderTraceTests {

    private static final Instant BEGIN = Instant.parse("2026-11-25T09:00:00.000250Z");

    private final RecordedSpans spans = new RecordedSpans();
    private final List<SpanData> finished = spans.finished();
    private final OrderTrace trace = spans.trace;

    @Test
    void shouldMakeEachStopAChildOfTheClick() {
        FollowedClick click = trace.begin().orElseThrow();
        String correlationId = click.traceParent().toString();
        trace.stop(Stop.PAYMENT, correlationId, BEGIN, BEGIN.plusMillis(7), () -> Map.of("charge.outcome", "PAID"));
        click.note("user", "42").end();

        SpanData payment = spans.named("payment");
        assertThat(payment.getTraceId()).isEqualTo(click.traceParent().traceId());
        assertThat(payment.getParentSpanId()).isEqualTo(click.traceParent().spanId());
        assertThat(payment.getStartEpochNanos()).isEqualTo(BEGIN.getEpochSecond() * 1_000_000_000 + BEGIN.getNano());
        assertThat(payment.getEndEpochNanos() - payment.getStartEpochNanos()).isEqualTo(7_000_000);
        assertThat(attribute(payment, "charge.outcome")).isEqualTo("PAID");
        assertThat(attribute(payment, OrderTrace.STOP)).isEqualTo("PAYMENT");

        SpanData root = spans.named("click");
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

        SpanData all = spans.named("script of all");
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

    /** Libraries make spans below the current one, and so do other services that hear of it. */
    @Test
    void shouldBeTheParentOfWhatHappensDuringJointWork() {
        TraceParent one = trace.begin().orElseThrow().traceParent();
        TraceParent other = trace.begin().orElseThrow().traceParent();
        List<String> together = List.of("0123456789abcdef", one.toString(), other.toString());
        TraceParent current;
        try (JointWork work = trace.begin(Stop.PLACEMENT, together, id -> id)) {
            current = TraceParent.current().orElseThrow();
            spans.library.spanBuilder("SELECT").startSpan().end();
            trace.stops(Stop.INSERT, BEGIN, together, id -> id, id -> Map.of());
            work.stops(List.of(one.toString()), id -> id, id -> Map.of("offset", "7"));
        }
        assertThat(TraceParent.current()).isEmpty();

        SpanData all = spans.named("placement of all");
        assertThat(current).isEqualTo(new TraceParent(all.getTraceId(), all.getSpanId()));
        assertThat(all.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(all.getParentSpanContext().isValid()).isFalse();
        assertThat(all.getLinks())
                .extracting(link -> link.getSpanContext().getTraceId())
                .containsExactly(one.traceId(), other.traceId());
        assertThat(spans.named("SELECT").getParentSpanId()).isEqualTo(all.getSpanId());
        assertThat(spans.named("insert of all").getParentSpanId()).isEqualTo(all.getSpanId());
        assertThat(finished.stream().filter(span -> span.getName().equals("placement")))
                .as("stops of those with whom it was done")
                .singleElement()
                .satisfies(stop -> {
                    assertThat(stop.getParentSpanId()).isEqualTo(one.spanId());
                    assertThat(attribute(stop, "offset")).isEqualTo("7");
                    assertThat(stop.getLinks())
                            .extracting(link -> link.getSpanContext().getSpanId())
                            .containsExactly(all.getSpanId());
                });
    }

    @Test
    void shouldMakeTheStopItselfTheParentWhereOneIsAlone() {
        TraceParent click = trace.begin().orElseThrow().traceParent();
        List<TraceParent> alone = List.of(click);
        TraceParent current;
        try (JointWork work = trace.begin(Stop.LEDGER, alone, TraceParent::toString)) {
            current = TraceParent.current().orElseThrow();
            work.stops(alone, TraceParent::toString, one -> Map.of("outcome", "DEDUCTED"));
        }
        assertThat(finished).singleElement().satisfies(ledger -> {
            assertThat(ledger.getName()).isEqualTo("ledger");
            assertThat(ledger.getKind()).isEqualTo(SpanKind.CLIENT);
            assertThat(ledger.getTraceId()).isEqualTo(click.traceId());
            assertThat(ledger.getParentSpanId()).isEqualTo(click.spanId());
            assertThat(ledger.getSpanId()).isEqualTo(current.spanId());
            assertThat(attribute(ledger, "outcome")).isEqualTo("DEDUCTED");
            assertThat(attribute(ledger, OrderTrace.STOP)).isEqualTo("LEDGER");
        });
    }

    @Test
    void shouldGoOnInTheTasksOfJointWork() {
        TraceParent click = trace.begin().orElseThrow().traceParent();
        try (JointWork work = trace.begin(Stop.PLACEMENT, List.of(click), TraceParent::toString)) {
            assertThat(CompletableFuture.supplyAsync(
                                    TraceParent::current, JointWork.carriedInto(ForkJoinPool.commonPool()))
                            .join())
                    .isPresent()
                    .isEqualTo(TraceParent.current());
            work.stops(List.of(click), TraceParent::toString, one -> Map.of());
        }
    }

    /** Work that failed is repeated, and only then has the click passed this stop. */
    @Test
    void shouldTakeNoWorkForAStopThatFailedOrCannotBeDescribed() {
        TraceParent click = trace.begin().orElseThrow().traceParent();
        trace.begin(Stop.PLACEMENT, List.of(click), TraceParent::toString).close();
        try (JointWork work = trace.begin(Stop.PLACEMENT, List.of(click), TraceParent::toString)) {
            work.stops(List.of(click), TraceParent::toString, one -> wrong());
        }
        assertThat(finished)
                .hasSize(2)
                .allSatisfy(span -> assertThat(span.getAttributes().get(AttributeKey.stringKey(OrderTrace.STOP)))
                        .isNull());
    }

    @Test
    void shouldDoNothingForClicksThatAreNotFollowed() {
        trace.stop(Stop.KAFKA, null, BEGIN, () -> fail("nobody is followed"));
        trace.stop(Stop.KAFKA, "0123456789abcdef", BEGIN, () -> fail("nobody is followed"));
        trace.stops(Stop.LEDGER, BEGIN, List.of("0123456789abcdef"), id -> id, id -> fail("nobody is followed"));
        try (JointWork work = trace.begin(Stop.LEDGER, List.of("0123456789abcdef"), id -> id)) {
            assertThat(TraceParent.current()).isEmpty();
            work.stops(List.of("0123456789abcdef"), id -> id, id -> fail("nobody is followed"));
        }
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
        assertThat(trace.begin(Stop.LEDGER, List.of(followed), id -> wrong())).isSameAs(JointWork.UNFOLLOWED);
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
        assertThat(OrderTrace.OFF.begin(Stop.LEDGER, List.of(1), member -> fail("it is off")))
                .isSameAs(JointWork.UNFOLLOWED);
        OrderTrace.OFF.stops(Stop.LEDGER, BEGIN, List.of(1), member -> fail("it is off"), member -> fail("it is off"));
    }
}
