package io.flashsale.chaos.checker;

import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.client.Reply;
import io.flashsale.client.UnexpectedAnswerException;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What the client knows after a request. */
public sealed interface OperationOutcome {

    /**
     * It was done.
     *
     * @param id of the order or coupon in the answer; 0 if there is none
     */
    record Ok(long id) implements OperationOutcome {}

    /**
     * It was not done, and never will be.
     *
     * @param id of the order or coupon in the refusal; 0 if there is none
     */
    record Refused(String problem, long id) implements OperationOutcome {}

    /** It may or may not happen: no answer arrived, or one with a status from 500 on, which promises nothing. */
    record Undecided(String why) implements OperationOutcome {}

    /**
     * The outcome of a call.
     *
     * @param id extracts the id from the answer
     */
    static <T> OperationOutcome of(Supplier<Reply<T>> call, ToLongFunction<T> id) {
        try {
            return switch (call.get()) {
                case Reply.Success<T>(T value, Answer _) -> new Ok(id.applyAsLong(value));
                case Reply.Refusal<T>(Answer answer) -> refusal(answer);
            };
        } catch (NoAnswerException unanswered) {
            Throwable cause = unanswered.getCause();
            return new Undecided(
                    "no answer: " + (cause == null ? "" : cause.getClass().getSimpleName()));
        } catch (UnexpectedAnswerException malformed) {
            return new Undecided("an answer that is not understood");
        }
    }

    private static OperationOutcome refusal(Answer answer) {
        String problem = answer.problem().isEmpty() ? "status " + answer.status() : answer.problem();
        if (answer.status() >= 500) {
            return new Undecided(answer.status() + " " + problem);
        }
        String id = answer.body()
                .path("orderId")
                .asString(answer.body().path("couponId").asString("0"));
        return new Refused(problem, id.matches("\\d{1,18}") ? Long.parseLong(id) : 0);
    }

    default boolean isOk() {
        return this instanceof Ok;
    }

    default boolean isUndecided() {
        return this instanceof Undecided;
    }

    /** The problem of a refusal; empty otherwise. */
    default String problem() {
        return this instanceof Refused refused ? refused.problem() : "";
    }

    /** One word, for charts and tables. */
    default String word() {
        return switch (this) {
            case Ok _ -> "ok";
            case Refused _ -> "refused";
            case Undecided _ -> "undecided";
        };
    }

    /** The text in the history file. */
    default String text() {
        return switch (this) {
            case Ok(long id) -> id == 0 ? "ok" : "ok " + id;
            case Refused(String problem, long id) -> "refused " + problem + (id == 0 ? "" : " " + id);
            case Undecided(String why) -> "undecided " + why;
        };
    }
}
