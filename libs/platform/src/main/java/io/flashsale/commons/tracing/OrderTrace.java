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
 * Records the stops of followed clicks as spans.
 *
 * <p>The parent of a span is the click, named by its correlation id. There is no thread context, because neither
 * outbox nor queue would carry it. Work for many clicks together is a span of its own, without a parent, and linked
 * with theirs.
 *
 * <p>Never fails and never waits. Spans are sent in the background, and are lost when too many come or the process
 * dies. Code that describes a click runs in here, so that its failure is logged here and costs only that stop.
 */
public final class OrderTrace implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OrderTrace.class);

    /** Follows nothing. */
    public static final OrderTrace OFF =
            new OrderTrace(Tracer.NOOP, new Sampling(0, 0, 0, System::nanoTime), false, () -> {});

    /** The tag that marks the span of a stop. */
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

    /** @param close sends the remaining spans */
    OrderTrace(Tracer tracer, Sampling sampling, Runnable close) {
        this(tracer, sampling, true, close);
    }

    /** Whether any clicks may be followed at all. */
    public boolean isOn() {
        return on;
    }

    /** The start time of a possible stop; does not read the clock if nothing is followed. */
    public Instant now() {
        return on ? Instant.now() : Instant.EPOCH;
    }

    /** Whether this correlation id belongs to a followed click. */
    public boolean follows(@Nullable String correlationId) {
        return on && TraceParent.isIn(correlationId);
    }

    /** Whether any of these is followed. Callers ask before they prepare anything that only followed clicks need. */
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

    /** Begins to follow a click; empty for nearly all. */
    public Optional<FollowedClick> begin() {
        return on && sampling.chooses()
                ? Optional.of(new FollowedClick(
                        named(tracer.spanBuilder().setNoParent(), Stop.CLICK).start()))
                : Optional.empty();
    }

    /** Records a stop that ends now; does nothing unless the correlation id belongs to a followed click. */
    public void stop(Stop stop, @Nullable String correlationId, Instant begin, Supplier<Map<String, String>> wrote) {
        if (follows(correlationId)) {
            stop(stop, correlationId, begin, Instant.now(), wrote);
        }
    }

    /** The same with a known end. */
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

    /** Runs code that records followed clicks in more than one step. */
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
     * Records one stop, which ends now, for each of these that is followed.
     *
     * @param together all items of one joint piece of work
     * @param wrote called only for followed ones
     */
    public <T> void stops(
            Stop stop,
            Instant begin,
            Collection<T> together,
            Function<T, @Nullable String> correlationId,
            Function<T, Map<String, String>> wrote) {
        if (!followsAny(together, correlationId)) {
            return;
        }
        tell(() -> {
            List<Followed<T>> followed = new ArrayList<>();
            for (T member : together) {
                TraceParent.of(correlationId.apply(member))
                        .ifPresent(click -> followed.add(new Followed<>(click, member)));
            }
            Instant end = Instant.now();
            TraceContext shared = together.size() == 1 ? null : shared(stop, together.size(), followed, begin, end);
            for (Followed<T> each : followed) {
                tell(() -> member(stop, each.click(), shared, begin, end, wrote.apply(each.member())));
            }
        });
    }

    /** Sends the remaining spans. */
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
