package io.flashsale.commons.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What each answer tells browsers, whoever gives it: that it is what it says and is not to be guessed at, and that nothing is to
 * be loaded for it, nor it shown in a frame. Pages have other values in place of these.
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

    /** Whether a header of this name is one of them: there is one value of it, the last that was set. */
    public static boolean include(String name) {
        return NAMES.contains(name);
    }

    public static void setOn(HttpServletResponse answer) {
        ALL.forEach(answer::setHeader);
    }
}
