package io.flashsale.gateway.refusal;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** All problems of our contract, ready to be sent. */
@Component
public class Refusals {

    private final Map<ProblemType, Refusal> refusals = new EnumMap<>(ProblemType.class);

    Refusals(JsonMapper json) {
        for (ProblemType type : ProblemType.values()) {
            refusals.put(type, new Refusal(type, json.writeValueAsBytes(Problems.of(type)), 0));
        }
    }

    public Refusal of(ProblemType type) {
        return Objects.requireNonNull(refusals.get(type));
    }
}
