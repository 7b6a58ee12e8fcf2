package io.flashsale.judge.adapter;

import java.util.List;
import java.util.Map;

/** An answer of the shop; names of headers are in lower case. */
public record HttpAnswer(int status, Map<String, List<String>> headers, String body) {

    /** Returns the answer in one line, for a message. */
    public String brief() {
        String line = body.replaceAll("\\s+", " ").strip();
        return status
                + (line.isEmpty()
                        ? " without a body"
                        : " " + (line.length() > 160 ? line.substring(0, 160) + " …" : line));
    }
}
