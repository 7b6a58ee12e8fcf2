package io.flashsale.client;

import java.util.function.Function;

/** The shop's reply to a call: success (any status 2xx) or refusal. */
public sealed interface Reply<T> {

    /** Status, headers and body as received. */
    Answer answer();

    /** The requested value. */
    record Success<T>(T value, Answer answer) implements Reply<T> {}

    /** The reason: {@link Answer#problem()} is its name; status and further properties are beside it. */
    record Refusal<T>(Answer answer) implements Reply<T> {}

    /** @throws UnexpectedAnswerException if the call was refused */
    default T orThrow() {
        return switch (this) {
            case Success<T>(T value, Answer _) -> value;
            case Refusal<T>(Answer answer) -> throw answer.unexpected();
        };
    }

    /** The same reply with a converted value. */
    default <R> Reply<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Success<T>(T value, Answer answer) -> new Success<>(change.apply(value), answer);
            case Refusal<T>(Answer answer) -> new Refusal<>(answer);
        };
    }
}
