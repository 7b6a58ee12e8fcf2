package io.flashsale.commons.tracing;

import static io.flashsale.commons.tracing.RecordedSpans.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.SpanKind;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.filter.ServerHttpObservationFilter;
import tools.jackson.databind.json.JsonMapper;

class ServerSpansTests {

    private static final TraceParent CALLER = new TraceParent("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");

    private final RecordedSpans spans = new RecordedSpans();

    private static ObservationRegistry with(OrderTrace trace) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ServerSpans(trace));
        return registry;
    }

    /** Returns what was the current span while the request was served. */
    private static Optional<TraceParent> serve(ObservationRegistry registry, String traceparent)
            throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/internal/stock/deductions");
        request.addHeader("traceparent", traceparent);
        AtomicReference<Optional<TraceParent>> current = new AtomicReference<>(Optional.empty());
        new ServerHttpObservationFilter(registry)
                .doFilter(
                        request, new MockHttpServletResponse(), (asked, answer) -> current.set(TraceParent.current()));
        return current.get();
    }

    @Test
    void shouldMakeASpanBelowThatOfTheCaller() throws Exception {
        Optional<TraceParent> current = serve(with(spans.trace), CALLER.toString());
        assertThat(spans.finished()).singleElement().satisfies(span -> {
            assertThat(span.getKind()).isEqualTo(SpanKind.SERVER);
            assertThat(span.getTraceId()).isEqualTo(CALLER.traceId());
            assertThat(span.getParentSpanId()).isEqualTo(CALLER.spanId());
            assertThat(attribute(span, "status")).isEqualTo("200");
            assertThat(current).contains(new TraceParent(span.getTraceId(), span.getSpanId()));
        });
        assertThat(TraceParent.current()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123456789abcdef", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"})
    void shouldMakeNoneOfOtherCalls(String traceparent) throws Exception {
        assertThat(serve(with(spans.trace), traceparent)).isEmpty();
        assertThat(spans.finished()).isEmpty();
    }

    @Test
    void shouldMakeNoneWhereNothingIsFollowed() throws Exception {
        assertThat(serve(with(OrderTrace.OFF), CALLER.toString())).isEmpty();
    }

    @Test
    void shouldBeFoundByBoot() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ObservationAutoConfiguration.class, TracingAutoConfiguration.class))
                .withBean(JsonMapper.class, () -> JsonMapper.builder().build())
                .withBean(RedissonClient.class, () -> mock(RedissonClient.class))
                .withBean(ServerSpans.class)
                .withPropertyValues("flashsale.tracing.sampling=1")
                .run(context -> assertThat(serve(context.getBean(ObservationRegistry.class), CALLER.toString()))
                        .map(TraceParent::traceId)
                        .contains(CALLER.traceId()));
    }
}
