package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.edge.Refusal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** As if somebody had added a handler for any path. */
class UnknownCallsTests {

    private final UnknownCalls filter = new UnknownCalls(
            Routes.unknown(true), new Refusal(ProblemType.NOT_FOUND, "{}".getBytes(StandardCharsets.UTF_8), 0));

    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @ParameterizedTest
    @ValueSource(strings = {"/api", "/api/", "/api/x", "/api/admin", "/api/admin/new", "/api/session/x", "/api/salesx"})
    void reachNobodyWhoeverWouldAnswerThem(String path) throws Exception {
        MockFilterChain handler = new MockFilterChain();
        filter.doFilter(new MockHttpServletRequest("GET", path), response, handler);
        assertThat(handler.getRequest()).isNull();
        assertThat(response.getStatus()).isEqualTo(404);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
    }
}
