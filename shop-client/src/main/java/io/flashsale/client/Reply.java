package io.flashsale.client;

import java.util.function.Function;

/** How the shop replied to a call: it did what was asked (any status 2xx), or refused. */
public sealed interface Reply<T> {

    /** Status, headers and body as they came. */
    Answer answer();

    /** What was asked for. */
    record Success<T>(T value, Answer answer) implements Reply<T> {}

    /** Why not: {@link Answer#problem()} is the name, status and further properties of the problem are beside it. */
    record Refusal<T>(Answer answer) implements Reply<T> {}

    /**
     * What was asked for.
     *
     * @throws UnexpectedAnswerException if it was refused
     */
    default T orThrow() {
        return switch (this) {
            case Success<T>(T value, Answer _) -> value;
            case Refusal<T>(Answer answer) ->
                throw new UnexpectedAnswerException(
                        answer.call() + " was answered " + answer.status() + ": " + answer.text());
        };
    }

    /** The same reply, with something made of its value. */
    default <R> Reply<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Success<T>(T value, Answer answer) -> new Success<>(change.apply(value), answer);
            case Refusal<T>(Answer answer) -> new Refusal<>(answer);
        };
    }
}
