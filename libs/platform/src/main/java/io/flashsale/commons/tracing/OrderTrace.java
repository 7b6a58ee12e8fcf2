package io.flashsale.commons.tracing;

import io.flashsale.commons.problem.OutageLog;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
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
 * <p>The parent of a stop is the click, named by its correlation id, because neither outbox nor queue would carry a
 * thread context. Work for many clicks together is a span of its own, linked with theirs. Its parent is the
 * current span of the thread, if there is one.
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
                        stopping(tracer.spanBuilder().setNoParent(), Stop.CLICK).start()))
                : Optional.empty();
    }

    /**
     * Begins a stop of all of these. It is one span: of the followed click if that is alone, otherwise one for all.
     * The caller closes it on the same thread.
     *
     * @param together all items of one joint piece of work
     */
    public <T> JointWork begin(Stop stop, Collection<T> together, Function<T, @Nullable String> correlationId) {
        if (followsAny(together, correlationId)) {
            try {
                return new FollowedWork(stop, together, correlationId);
            } catch (RuntimeException wrong) {
                failed(wrong);
            }
        }
        return JointWork.UNFOLLOWED;
    }

    private final class FollowedWork implements JointWork {

        private final Stop stop;
        private final Instant begin = Instant.now();
        private final boolean alone;
        private final Span span;
        private final Tracer.SpanInScope scope;

        <T> FollowedWork(Stop stop, Collection<T> together, Function<T, @Nullable String> correlationId) {
            this.stop = stop;
            this.alone = together.size() == 1;
            this.span = alone
                    ? named(childOf(correlationId.apply(together.iterator().next())), nameOf(stop), stop)
                            .startTimestamp(nanos(begin), TimeUnit.NANOSECONDS)
                            .start()
                    : shared(stop, together, correlationId, begin);
            this.scope = tracer.withSpan(span);
        }

        @Override
        public <T> void stops(
                Collection<T> done,
                Function<T, @Nullable String> correlationId,
                Function<T, Map<String, String>> wrote) {
            if (alone) {
                tell(() -> done.forEach(one -> {
                    wrote.apply(one).forEach(span::tag);
                    span.tag(STOP, stop.name());
                }));
            } else {
                members(stop, begin, span.context(), done, correlationId, wrote);
            }
        }

        @Override
        public void close() {
            tell(() -> {
                scope.close();
                span.end(nanos(Instant.now()), TimeUnit.NANOSECONDS);
            });
        }
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
            if (together.size() == 1) {
                members(stop, begin, null, together, correlationId, wrote);
            } else {
                Span all = shared(stop, together, correlationId, begin);
                all.end(nanos(Instant.now()), TimeUnit.NANOSECONDS);
                members(stop, begin, all.context(), together, correlationId, wrote);
            }
        });
    }

    private <T> void members(
            Stop stop,
            Instant begin,
            @Nullable TraceContext shared,
            Collection<T> done,
            Function<T, @Nullable String> correlationId,
            Function<T, Map<String, String>> wrote) {
        Instant end = Instant.now();
        done.forEach(one -> tell(() -> TraceParent.of(correlationId.apply(one))
                .ifPresent(click -> member(stop, click, shared, begin, end, wrote.apply(one)))));
    }

    /** Sends the remaining spans. */
    @Override
    public void close() {
        close.run();
    }

    /** Its parent is the current span, if there is one. */
    private <T> Span shared(
            Stop stop, Collection<T> together, Function<T, @Nullable String> correlationId, Instant begin) {
        Span.Builder span = named(tracer.spanBuilder(), nameOf(stop) + " of all", stop)
                .tag("members", together.size())
                .startTimestamp(nanos(begin), TimeUnit.NANOSECONDS);
        together.forEach(one ->
                TraceParent.of(correlationId.apply(one)).ifPresent(click -> span.addLink(new Link(context(click)))));
        return span.start();
    }

    private void member(
            Stop stop,
            TraceParent click,
            @Nullable TraceContext shared,
            Instant begin,
            Instant end,
            Map<String, String> wrote) {
        Span.Builder span = stopping(tracer.spanBuilder().setParent(context(click)), stop)
                .startTimestamp(nanos(begin), TimeUnit.NANOSECONDS);
        wrote.forEach(span::tag);
        if (shared != null) {
            span.addLink(new Link(shared));
        }
        span.start().end(nanos(end), TimeUnit.NANOSECONDS);
    }

    private static Span.Builder stopping(Span.Builder span, Stop stop) {
        return named(span, nameOf(stop), stop).tag(STOP, stop.name());
    }

    /** With the kind by which trace viewers tell calls and messages from work within a service. */
    private static Span.Builder named(Span.Builder span, String name, Stop stop) {
        span.name(name);
        return switch (stop) {
            case CLICK -> span.kind(Span.Kind.SERVER);
            case GROUP, SCRIPT, LEDGER, REFUND -> span.kind(Span.Kind.CLIENT);
            case KAFKA -> span.kind(Span.Kind.PRODUCER);
            case PLACEMENT, RELEASE -> span.kind(Span.Kind.CONSUMER);
            case OUTBOX, INSERT, PAYMENT, CLOSING -> span;
        };
    }

    /** A span of the followed click, or below another span of it. */
    Span.Builder childOf(@Nullable String traceparent) {
        Span.Builder span = tracer.spanBuilder();
        TraceParent.of(traceparent).ifPresent(parent -> span.setParent(context(parent)));
        return span;
    }

    Tracer tracer() {
        return tracer;
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
