package io.flashsale.commons.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The security headers of every answer, also of those that the server itself gives. They stop browsers from
 * guessing its type, loading anything for it, or showing it in a frame. Pages replace the values with their own.
 */
public final class AnswerHeaders {

    private static final Map<String, String> ALL = Map.of(
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");

    private static final Set<String> NAMES = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        NAMES.addAll(ALL.keySet());
    }

    private AnswerHeaders() {}

    /** Whether this header is one of them. Such a header has one value: the last that was set. */
    public static boolean include(String name) {
        return NAMES.contains(name);
    }

    public static void setOn(HttpServletResponse answer) {
        ALL.forEach(answer::setHeader);
    }
}
