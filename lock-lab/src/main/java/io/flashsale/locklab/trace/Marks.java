package io.flashsale.locklab.trace;

/** Takes down what a script does to processes and servers, at the time at which it is told. */
@FunctionalInterface
public interface Marks {

    /** For whoever records nothing. */
    Marks NONE = (kind, who, text) -> {};

    /**
     * Takes it down.
     *
     * @param who the lane that it happened to; or, if it is a command of the script itself, that it was for
     */
    void mark(Step.Kind kind, String who, String text);
}
