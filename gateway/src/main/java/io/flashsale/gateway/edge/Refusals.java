package io.flashsale.gateway.edge;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** All problems of our contract, ready to be sent. Those with status 503 or 504 say to retry after 1 s. */
@Component
public class Refusals {

    private final Map<ProblemType, Refusal> refusals = new EnumMap<>(ProblemType.class);

    Refusals(JsonMapper json) {
        for (ProblemType type : ProblemType.values()) {
            long retryAfterSeconds = type.status() >= HttpStatus.SERVICE_UNAVAILABLE.value() ? 1 : 0;
            refusals.put(type, new Refusal(type, json.writeValueAsBytes(Problems.of(type)), retryAfterSeconds));
        }
    }

    public Refusal of(ProblemType type) {
        return Objects.requireNonNull(refusals.get(type));
    }
}
