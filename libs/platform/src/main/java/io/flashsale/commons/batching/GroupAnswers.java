package io.flashsale.commons.batching;

import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/** Makes the answers to the requests of a group. */
public final class GroupAnswers {

    private GroupAnswers() {}

    /**
     * The answer that Spring MVC would give to a single request.
     *
     * @param path of that request
     */
    public static Answer of(ResponseEntity<?> response, String path, JsonMapper json) {
        if (response.getBody() instanceof ProblemDetail problem) {
            problem.setInstance(URI.create(path));
        }
        Map<String, String> headers = new HashMap<>(response.getHeaders().toSingleValueMap());
        headers.putIfAbsent(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        return new Answer(response.getStatusCode().value(), headers, json.writeValueAsString(response.getBody()));
    }
}
