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

    /** The order or coupon in the answer, as the result or as the reason of a refusal; 0 if there is none. */
    default long id() {
        return 0;
    }

    /** The problem of a refusal; empty otherwise. */
    default String problem() {
        return "";
    }

    /** One word, for charts and tables. */
    default String word() {
        return switch (this) {
            case Ok _ -> "ok";
            case Refused _ -> "refused";
            case Undecided _ -> "undecided";
        };
    }

    /** The word with its reason, such as {@code refused sold-out}. */
    default String described() {
        return switch (this) {
            case Ok _ -> word();
            case Refused refused -> word() + " " + refused.problem();
            case Undecided undecided -> word() + " " + undecided.why();
        };
    }

    /** The text in the history file: the description, and the id if there is one. */
    default String text() {
        return described() + (id() == 0 ? "" : " " + id());
    }
}
