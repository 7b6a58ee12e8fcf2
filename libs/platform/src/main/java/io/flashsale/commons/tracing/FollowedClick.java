package io.flashsale.commons.tracing;

import io.micrometer.tracing.Span;

/** A click that is followed, from the moment of its selection. Belongs to one thread. */
public final class FollowedClick {

    private final Span span;

    FollowedClick(Span span) {
        this.span = span;
    }

    /** The click's name for all others. */
    public TraceParent traceParent() {
        return new TraceParent(span.context().traceId(), span.context().spanId());
    }

    /** Adds a fact to the click. */
    public FollowedClick note(String name, String value) {
        span.tag(name, value);
        return this;
    }

    /** Notes that it has been answered. */
    public void end() {
        span.end();
    }
}
