package io.flashsale.commons.problem;

import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems from servlet filters, where no controller is at work. */
public record ProblemResponses(JsonMapper json) {

    public void write(HttpServletResponse response, ProblemType type) throws IOException {
        write(response, Problems.of(type));
    }

    /** Completes the response with the problem; headers that are already set stay. */
    public void write(HttpServletResponse response, ProblemDetail problem) throws IOException {
        byte[] body = json.writeValueAsString(problem).getBytes(StandardCharsets.UTF_8);
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
