package io.flashsale.locklab.trace;

/** Records what a script does to processes and servers, with the present time. */
@FunctionalInterface
public interface Marks {

    /** Records nothing. */
    Marks NONE = (kind, who, text) -> {};

    /**
     * Records a step.
     *
     * @param who the lane to which it happened; for a command of the script itself, the server's lane
     */
    void mark(TraceStep.Kind kind, String who, String text);
}
