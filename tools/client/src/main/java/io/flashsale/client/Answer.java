package io.flashsale.client;

import java.net.http.HttpHeaders;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The answer to one call, of any kind.
 *
 * @param call method and path, for messages
 * @param text the body as received; empty if it is read as a stream
 * @param body the same as JSON; a missing node if it is not JSON
 */
public record Answer(String call, int status, HttpHeaders headers, String text, JsonNode body) {

    private static final Set<Integer> ASK_AGAIN = Set.of(429, 503, 504);

    /** Problems that no repetition gets past, although others of their status pass. */
    private static final Set<String> FINAL = Set.of("too-many-unpaid", "lab-unavailable");

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

    /**
     * Whether the caller should ask again: a slow machine may time out, or leave the outcome unknown. Some
     * refusals with these statuses are final, see docs/problems.md.
     */
    public boolean isToAskAgain() {
        return ASK_AGAIN.contains(status) && !FINAL.contains(problem());
    }

    /**
     * This answer.
     *
     * @throws UnexpectedAnswerException if it is a refusal
     */
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
