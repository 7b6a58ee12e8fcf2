package io.flashsale.commons.tracing;

import io.flashsale.commons.problem.OutageLog;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes where followed clicks come by, as spans. Their parent is the click, as its correlation id names it; there is no context of
 * a thread, which neither outbox nor queue would carry. What was done for many together is a span of its own, without a parent
 * and linked with theirs.
 *
 * <p>Never fails, never waits: spans go out in the background, and get lost when too many come or the process dies. What a caller
 * has to say of a click is asked for here, so that it fails here, too: it is logged, and the click has a stop less.
 */
public final class OrderTrace implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OrderTrace.class);

    /** Follows nothing. */
    public static final OrderTrace OFF =
            new OrderTrace(Tracer.NOOP, new Sampling(0, 0, 0, System::nanoTime), false, () -> {});

    /** The tag that tells spans of a stop from others. */
    static final String STOP = "flashsale.stop";

    private final OutageLog fault = new OutageLog(log, "followed clicks are not told of");

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

    /** When something begins that may become a stop; nobody asks the clock where nothing does. */
    public Instant now() {
        return on ? Instant.now() : Instant.EPOCH;
    }

    /** Whether this correlation id is that of a click of which there is to be told. */
    public boolean follows(@Nullable String correlationId) {
        return on && TraceParent.isIn(correlationId);
    }

    /** Whether that of any of these is. Asked before anything is made that only followed clicks need. */
    public <T> boolean followsAny(Collection<T> together, Function<T, @Nullable String> correlationId) {
        if (!on) {
            return false;
        }
        try {
            for (T member : together) {
                if (TraceParent.isIn(correlationId.apply(member))) {
                    return true;
                }
            }
        } catch (RuntimeException wrong) {
            failed(wrong);
        }
        return false;
    }

    /** A click that is followed from now on; empty for nearly all. */
    public Optional<FollowedClick> begin() {
        return on && sampling.chooses()
                ? Optional.of(new FollowedClick(
                        named(tracer.spanBuilder().setNoParent(), Stop.CLICK).start()))
                : Optional.empty();
    }

    /** A stop that ends now. Nothing happens unless the correlation id is that of a followed click. */
    public void stop(Stop stop, @Nullable String correlationId, Instant begin, Supplier<Map<String, String>> wrote) {
        if (follows(correlationId)) {
            stop(stop, correlationId, begin, Instant.now(), wrote);
        }
    }

    /** The same where it is known when it ended. */
    public void stop(
            Stop stop,
            @Nullable String correlationId,
            Instant begin,
            Instant end,
            Supplier<Map<String, String>> wrote) {
        if (follows(correlationId)) {
            tell(() -> TraceParent.of(correlationId)
                    .ifPresent(click -> member(stop, click, null, begin, end, wrote.get())));
        }
    }

    /** Has somebody tell of followed clicks who needs more than one step for it. */
    public void tell(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException wrong) {
            failed(wrong);
        }
    }

    private void failed(RuntimeException wrong) {
        fault.warn(wrong);
        log.debug("a followed click is not told of", wrong);
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
        if (followsAny(together, correlationId)) {
            tell(() -> stopOfEach(stop, begin, together, correlationId, wrote));
        }
    }

    private <T> void stopOfEach(
            Stop stop,
            Instant begin,
            Collection<T> together,
            Function<T, @Nullable String> correlationId,
            Function<T, Map<String, String>> wrote) {
        List<Followed<T>> followed = new ArrayList<>();
        for (T member : together) {
            TraceParent.of(correlationId.apply(member)).ifPresent(click -> followed.add(new Followed<>(click, member)));
        }
        Instant end = Instant.now();
        TraceContext shared = together.size() == 1 ? null : shared(stop, together.size(), followed, begin, end);
        for (Followed<T> each : followed) {
            tell(() -> member(stop, each.click(), shared, begin, end, wrote.apply(each.member())));
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
