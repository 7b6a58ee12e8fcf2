package io.flashsale.commons.tracing;

import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Notes where followed clicks come by, as spans. Their parent is the click, as its correlation id names it; there is no context of
 * a thread, which neither outbox nor queue would carry. What was done for many together is a span of its own, without a parent
 * and linked with theirs.
 *
 * <p>Never fails, never waits: spans go out in the background, and get lost when too many come or the process dies.
 */
public final class OrderTrace implements AutoCloseable {

    /** Follows nothing. */
    public static final OrderTrace OFF =
            new OrderTrace(Tracer.NOOP, new Sampling(0, 0, 0, System::nanoTime), false, () -> {});

    /** The tag that tells spans of a stop from others. */
    static final String STOP = "flashsale.stop";

    private final Tracer tracer;
    private final Sampling sampling;
    private final boolean on;
    private final Runnable close;

    private OrderTrace(Tracer tracer, Sampling sampling, boolean on, Runnable close) {
        this.tracer = tracer;
        this.sampling = sampling;
        this.on = on;
        this.close = close;
    }

    /** @param close sends what has not been sent */
    OrderTrace(Tracer tracer, Sampling sampling, Runnable close) {
        this(tracer, sampling, true, close);
    }

    /** Whether there may be followed clicks at all. */
    public boolean isOn() {
        return on;
    }

    /** A click that is followed from now on; empty for nearly all. */
    public Optional<FollowedClick> begin() {
        return on && sampling.chooses()
                ? Optional.of(new FollowedClick(
                        named(tracer.spanBuilder().setNoParent(), Stop.CLICK).start()))
                : Optional.empty();
    }

    /** A stop that ends now. Nothing happens unless the correlation id is that of a followed click. */
    public void stop(Stop stop, @Nullable String correlationId, Instant begin, Map<String, String> wrote) {
        if (on) {
            TraceParent.of(correlationId).ifPresent(click -> member(stop, click, null, begin, Instant.now(), wrote));
        }
    }

    /** The same where it is known when it ended. */
    public void stop(Stop stop, @Nullable String correlationId, Instant begin, Instant end, Map<String, String> wrote) {
        if (on) {
            TraceParent.of(correlationId).ifPresent(click -> member(stop, click, null, begin, end, wrote));
        }
    }

    /**
     * One stop, which ends now, for each of these that is followed.
     *
     * @param together all for whom the same was done at once
     * @param wrote asked for those that are followed
     */
    public <T> void stops(
            Stop stop,
            Instant begin,
            Collection<T> together,
            Function<T, @Nullable String> correlationId,
            Function<T, Map<String, String>> wrote) {
        if (!on) {
            return;
        }
        List<Followed<T>> followed = new ArrayList<>();
        for (T member : together) {
            TraceParent.of(correlationId.apply(member)).ifPresent(click -> followed.add(new Followed<>(click, member)));
        }
        if (!followed.isEmpty()) {
            Instant end = Instant.now();
            TraceContext shared = together.size() == 1 ? null : shared(stop, together.size(), followed, begin, end);
            for (Followed<T> each : followed) {
                member(stop, each.click(), shared, begin, end, wrote.apply(each.member()));
            }
        }
    }

    /** The last spans go out. */
    @Override
    public void close() {
        close.run();
    }

    private record Followed<T>(TraceParent click, T member) {}

    private <T> TraceContext shared(Stop stop, int size, List<Followed<T>> followed, Instant begin, Instant end) {
        Span.Builder span = tracer.spanBuilder()
                .setNoParent()
                .name(nameOf(stop) + " of all")
                .tag("members", size)
                .startTimestamp(nanos(begin), TimeUnit.NANOSECONDS);
        followed.forEach(each -> span.addLink(new Link(context(each.click()))));
        Span started = span.start();
        started.end(nanos(end), TimeUnit.NANOSECONDS);
        return started.context();
    }

    private void member(
            Stop stop,
            TraceParent click,
            @Nullable TraceContext shared,
            Instant begin,
            Instant end,
            Map<String, String> wrote) {
        Span.Builder span = named(tracer.spanBuilder().setParent(context(click)), stop)
                .startTimestamp(nanos(begin), TimeUnit.NANOSECONDS);
        wrote.forEach(span::tag);
        if (shared != null) {
            span.addLink(new Link(shared));
        }
        span.start().end(nanos(end), TimeUnit.NANOSECONDS);
    }

    private static Span.Builder named(Span.Builder span, Stop stop) {
        return span.name(nameOf(stop)).tag(STOP, stop.name());
    }

    private static String nameOf(Stop stop) {
        return stop.name().toLowerCase(Locale.ROOT);
    }

    private TraceContext context(TraceParent click) {
        return tracer.traceContextBuilder()
                .traceId(click.traceId())
                .spanId(click.spanId())
                .sampled(true)
                .build();
    }

    private static long nanos(Instant time) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }
}
