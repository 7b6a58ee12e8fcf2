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

    private boolean reachesAHandler(String path) throws Exception {
        MockFilterChain handler = new MockFilterChain();
        filter.doFilter(new MockHttpServletRequest("GET", path), response, handler);
        return handler.getRequest() != null;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api", "/api/", "/api/x", "/api/admin", "/api/admin/new", "/api/session/x", "/api/salesx"})
    void reachNobodyWhoeverWouldAnswerThem(String path) throws Exception {
        assertThat(reachesAHandler(path)).isFalse();
        assertThat(response.getStatus()).isEqualTo(404);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/session",
                "/api/sales/7",
                "/api/sales/7/anything",
                "/api/lab/naive/sales/7",
                "/api-docs/stock",
                "/index.html",
                "/.well-known/jwks.json"
            })
    void areNoConcernOfTheOthers(String path) throws Exception {
        assertThat(reachesAHandler(path)).isTrue();
    }
}
