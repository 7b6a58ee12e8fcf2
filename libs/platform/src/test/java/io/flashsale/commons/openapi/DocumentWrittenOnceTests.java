package io.flashsale.commons.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class DocumentWrittenOnceTests {

    /** What springdoc answers, in turn: a fault, the document, and nothing more. */
    private final Queue<Integer> statuses = new ArrayDeque<>(List.of(500, 200));

    private final DocumentWrittenOnce filter = new DocumentWrittenOnce();

    private MockHttpServletResponse get() throws ServletException, IOException {
        FilterChain springdoc = (request, response) -> {
            ((HttpServletResponse) response).setStatus(statuses.remove());
            response.setContentType("application/json");
            response.getWriter().write("{\"openapi\":\"3.1.0\"}");
        };
        MockHttpServletResponse response = new MockHttpServletResponse();
        filter.doFilter(new MockHttpServletRequest("GET", "/v3/api-docs"), response, springdoc);
        return response;
    }

    @Test
    void shouldKeepTheDocumentButNotAFault() throws Exception {
        assertThat(get().getStatus()).isEqualTo(500);
        for (int reader = 0; reader < 3; reader++) {
            MockHttpServletResponse answer = get();
            assertThat(answer.getStatus()).isEqualTo(200);
            assertThat(answer.getContentType()).isEqualTo("application/json");
            assertThat(answer.getContentAsString()).isEqualTo("{\"openapi\":\"3.1.0\"}");
        }
    }
}
