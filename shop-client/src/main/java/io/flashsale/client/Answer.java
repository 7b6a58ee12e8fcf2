package io.flashsale.client;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/**
 * What was answered to one call, whatever it is.
 *
 * @param call method and path, for messages
 * @param text the body as it came; empty where it is read as a stream
 * @param body the same as JSON; a missing node if it is none
 */
public record Answer(String call, int status, HttpHeaders headers, String text, JsonNode body) {

    /** The last segment of the problem's type, such as {@code sold-out}; empty if there is none. */
    public String problem() {
        String type = body.path("type").asString("");
        return type.substring(type.lastIndexOf('/') + 1);
    }
}
