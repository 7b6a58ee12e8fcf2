package io.flashsale.contracts.admission;

import java.util.List;
import java.util.Map;

/**
 * What each shopper of an {@link AdmissionCall} is to be answered.
 *
 * @param answers one for each request, in their sequence
 */
public record AdmissionAnswers(List<Answer> answers) {

    /**
     * The HTTP response to one shopper, as the service would have given it to him alone.
     *
     * @param headers each with its one value
     * @param body JSON
     */
    public record Answer(int status, Map<String, String> headers, String body) {}
}
