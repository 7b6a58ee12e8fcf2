package io.flashsale.client;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/**
 * The answer to one call, of any kind.
 *
 * @param call method and path, for messages
 * @param text the body as received; empty if it is read as a stream
 * @param body the same as JSON; a missing node if it is not JSON
 */
public record Answer(String call, int status, HttpHeaders headers, String text, JsonNode body) {

    /** The last segment of the problem's type, such as {@code sold-out}; empty if there is none. */
    public String problem() {
        String type = body.path("type").asString("");
        return type.substring(type.lastIndexOf('/') + 1);
    }

    /** The order in the answer, as the result or as the reason of a refusal; empty if there is none. */
    public String orderId() {
        return body.path("orderId").asString("");
    }

    /** The status of the order in the answer; empty if there is none. */
    public String orderStatus() {
        return body.path("status").asString("");
    }

    /** Whether the status is 2xx. */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** @throws UnexpectedAnswerException if it is a refusal */
    public Answer orThrow() {
        if (!isSuccess()) {
            throw unexpected();
        }
        return this;
    }

    UnexpectedAnswerException unexpected() {
        return new UnexpectedAnswerException(call + " was answered " + status + ": " + text);
    }
}
