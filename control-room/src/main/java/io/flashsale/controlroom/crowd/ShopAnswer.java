package io.flashsale.controlroom.crowd;

import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import java.util.regex.Pattern;

/**
 * The response to a shopper.
 *
 * @param status the HTTP status, 0 if nobody answered
 * @param name {@code accepted}, the last segment of the problem's type, {@code no-answer}, or {@code http-STATUS}
 */
record ShopAnswer(int status, String name) {

    static final ShopAnswer ACCEPTED = new ShopAnswer(202, "accepted");
    static final ShopAnswer NONE = new ShopAnswer(0, "no-answer");

    /** Names are counted each by itself: what is none of ours must not make ever more of them. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z-]{0,40}");

    static ShopAnswer of(Reply<?> reply) {
        Answer answer = reply.answer();
        if (reply instanceof Reply.Success) {
            return new ShopAnswer(answer.status(), ACCEPTED.name());
        }
        return NAME.matcher(answer.problem()).matches()
                ? new ShopAnswer(answer.status(), answer.problem())
                : unknown(answer.status());
    }

    static ShopAnswer unknown(int status) {
        return new ShopAnswer(status, "http-" + status);
    }

    /** What the shopper knows by it. */
    enum Kind {
        ACCEPTED,
        REFUSED,
        /** Nobody answered, or nobody could say what will come of it: asking again tells. */
        UNDECIDED
    }

    Kind kind() {
        if (name.equals(ACCEPTED.name())) {
            return Kind.ACCEPTED;
        }
        boolean notNow = status == 503 && !name.equals("queue-unavailable");
        return status > 0 && (status < 500 || notNow) ? Kind.REFUSED : Kind.UNDECIDED;
    }

    /** Says "not now": asking again may help. */
    boolean isPassing() {
        return status == 0 || status == 429 || status == 503;
    }
}
