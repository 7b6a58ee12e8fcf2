package io.flashsale.commons.tracing;

import io.micrometer.tracing.Span;

/** A click that is followed, from the moment in which it was chosen. Belongs to one thread. */
public final class FollowedClick {

    private final Span span;

    FollowedClick(Span span) {
        this.span = span;
    }

    /** What names it to everybody else. */
    public TraceParent traceParent() {
        return new TraceParent(span.context().traceId(), span.context().spanId());
    }

    /** Something that is known of it by now. */
    public FollowedClick note(String name, String value) {
        span.tag(name, value);
        return this;
    }

    /** It has been answered. */
    public void end() {
        span.end();
    }
}
