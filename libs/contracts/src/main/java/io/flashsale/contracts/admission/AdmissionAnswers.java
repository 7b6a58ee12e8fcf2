package io.flashsale.contracts.admission;

import java.util.List;
import java.util.Map;

/**
 * The answers to the shoppers of an {@link AdmissionCall}.
 *
 * @param answers one for each request, in the same order
 */
public record AdmissionAnswers(List<Answer> answers) {

    /**
     * The HTTP response to one shopper, as the service would have given it to an individual call.
     *
     * @param headers each with one value
     * @param body JSON
     */
    public record Answer(int status, Map<String, String> headers, String body) {}
}
