package io.flashsale.judge.adapter;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** An answer of the shop; names of headers are in lower case. */
public record HttpAnswer(int status, Map<String, List<String>> headers, String body) {

    private static final Pattern DIFFERENT =
            Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+|[0-9]{6,}|[0-9a-f-]{16,}");

    /** Returns the answer in one line without what differs from answer to answer, such as times and ids. */
    public String kind() {
        return DIFFERENT.matcher(brief()).replaceAll("…");
    }

    /** Returns the answer in one line, for a message. */
    public String brief() {
        String line = body.replaceAll("\\s+", " ").strip();
        return status
                + (line.isEmpty()
                        ? " without a body"
                        : " " + (line.length() > 160 ? line.substring(0, 160) + " …" : line));
    }
}
