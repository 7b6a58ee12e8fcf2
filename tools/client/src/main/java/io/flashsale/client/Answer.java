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
}
