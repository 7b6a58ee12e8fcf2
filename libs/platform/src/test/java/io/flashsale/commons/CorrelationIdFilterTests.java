package io.flashsale.commons;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.tracing.TraceParent;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class CorrelationIdFilterTests {

    private final MockHttpServletRequest request = new MockHttpServletRequest();
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @Test
    void shouldNameTheTraceOfAFollowedClickInItsLogLinesOnly() throws Exception {
        TraceParent click = new TraceParent("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        new CorrelationIdFilter().doFilter(request, response, (asked, answer) -> {
            assertThat(MDC.getCopyOfContextMap()).containsOnlyKeys(CorrelationIdFilter.KEY);
            CorrelationIdFilter.setOn(request, response, click.toString());
            assertThat(MDC.getCopyOfContextMap())
                    .containsEntry(CorrelationIdFilter.TRACE, click.traceId())
                    .containsEntry(CorrelationIdFilter.SPAN, click.spanId());
        });
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }
}
