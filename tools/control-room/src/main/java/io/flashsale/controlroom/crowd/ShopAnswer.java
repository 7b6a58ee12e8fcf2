package io.flashsale.controlroom.crowd;

import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.contracts.problem.RefusalReason.Campaign;
import io.flashsale.contracts.problem.RefusalReason.Meaning;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The response to a shopper.
 *
 * @param status the HTTP status; 0 for no answer
 * @param name {@code accepted}, the last segment of the problem's type, {@code no-answer}, or {@code http-STATUS}
 */
record ShopAnswer(int status, String name) {

    static final ShopAnswer ACCEPTED = new ShopAnswer(202, "accepted");
    static final ShopAnswer NONE = new ShopAnswer(0, "no-answer");

    /** Names are counted separately, so foreign text must not add ever more of them. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z-]{0,40}");

    private static final Set<String> UNDECIDED = Stream.of(RefusalReason.values())
            .filter(reason -> reason.meaning() == Meaning.UNDECIDED)
            .map(reason -> reason.problem(Campaign.SALE).slug())
            .collect(Collectors.toUnmodifiableSet());

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

    /** What the answer tells the shopper. */
    enum Kind {
        ACCEPTED,
        REFUSED,
        /** No answer, or an unknown outcome: asking again tells. */
        UNDECIDED
    }

    Kind kind() {
        if (name.equals(ACCEPTED.name())) {
            return Kind.ACCEPTED;
        }
        boolean notNow = status == 503 && !UNDECIDED.contains(name);
        return status > 0 && (status < 500 || notNow) ? Kind.REFUSED : Kind.UNDECIDED;
    }

    /** Whether the answer is "not now", so that asking again may help. */
    boolean isPassing() {
        return status == 0 || status == 429 || status == 503;
    }
}
