package io.flashsale.commons.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a followed click, as a {@code traceparent} of W3C Trace Context with the sampled flag. It travels as
 * the click's correlation id, so that scripts, outbox and messages need no other field.
 *
 * @param traceId 32 hexadecimal digits, of the whole journey
 * @param spanId 16 hexadecimal digits, of the click itself
 */
public record TraceParent(String traceId, String spanId) {

    /** The header in which a service names its current span to another one. */
    public static final String HEADER = "traceparent";

    private static final int LENGTH = 55;

    private static final Pattern FORM = Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-01");

    private static final Pattern TRACE_ID = Pattern.compile("[0-9a-f]{32}");

    /** Whether this correlation id belongs to a followed click. For nearly all of them this only reads the length. */
    public static boolean isIn(@Nullable String correlationId) {
        return of(correlationId).isPresent();
    }

    /** The correlation id if its click is followed, otherwise null. */
    public static @Nullable String orNull(@Nullable String correlationId) {
        return isIn(correlationId) ? correlationId : null;
    }

    /** The name of the click with this correlation id; empty unless it is followed. */
    public static Optional<TraceParent> of(@Nullable String correlationId) {
        if (correlationId == null || correlationId.length() != LENGTH) {
            return Optional.empty();
        }
        Matcher parts = FORM.matcher(correlationId);
        return parts.matches() ? Optional.of(new TraceParent(parts.group(1), parts.group(2))) : Optional.empty();
    }

    /** The span of the {@link JointWork} or request that this thread works on; empty unless it is recorded. */
    public static Optional<TraceParent> current() {
        SpanContext span = Span.current().getSpanContext();
        return span.isSampled() ? Optional.of(new TraceParent(span.getTraceId(), span.getSpanId())) : Optional.empty();
    }

    public static boolean isTraceId(String text) {
        return TRACE_ID.matcher(text).matches();
    }

    /** In W3C notation, which is also the correlation id. */
    @Override
    public String toString() {
        return "00-" + traceId + '-' + spanId + "-01";
    }
}
