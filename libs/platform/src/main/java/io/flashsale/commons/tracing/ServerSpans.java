package io.flashsale.commons.tracing;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/**
 * Makes a span of each HTTP request that another service sends for followed clicks. Of other requests it reads only
 * one header, and none if no clicks are followed.
 *
 * <p>Only for services behind the gateway, which passes on no such header of a client.
 */
public final class ServerSpans extends PropagatingReceiverTracingObservationHandler<ServerRequestObservationContext> {

    private final OrderTrace trace;

    public ServerSpans(OrderTrace trace) {
        super(trace.tracer(), new HeaderReader(trace));
        this.trace = trace;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        if (!trace.isOn() || !(context instanceof ServerRequestObservationContext received)) {
            return false;
        }
        HttpServletRequest request = received.getCarrier();
        return request != null && TraceParent.isIn(request.getHeader(TraceParent.HEADER));
    }

    /** The callers write the header themselves. */
    private record HeaderReader(OrderTrace trace) implements Propagator {

        @Override
        public List<String> fields() {
            return List.of(TraceParent.HEADER);
        }

        @Override
        public <C> void inject(TraceContext context, @Nullable C carrier, Setter<C> setter) {}

        @Override
        public <C> Span.Builder extract(@Nullable C carrier, Getter<C> getter) {
            return trace.childOf(carrier == null ? null : getter.get(carrier, TraceParent.HEADER));
        }
    }
}
