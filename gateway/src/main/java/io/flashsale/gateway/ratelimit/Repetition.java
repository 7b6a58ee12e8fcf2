package io.flashsale.gateway.ratelimit;

import jakarta.servlet.http.HttpServletRequest;

/** Marks a request that repeats an admitted one. It gets nothing new, so the limits of claims do not count it. */
public final class Repetition {

    private static final String MARK = Repetition.class.getName();

    private Repetition() {}

    public static void mark(HttpServletRequest request) {
        request.setAttribute(MARK, true);
    }

    static boolean isMarked(HttpServletRequest request) {
        return request.getAttribute(MARK) != null;
    }
}
