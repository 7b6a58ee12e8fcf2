package io.flashsale.chaos.nemesis;

/**
 * The result of a fault.
 *
 * @param begin in milliseconds since the start of the round
 * @param end likewise; a process that was killed is then starting
 * @param note a remark, such as why the fault was impossible; may be empty
 */
public record InjectedFault(PlannedFault fault, long begin, long end, String note) {

    static final String NOT_DONE = "not done: ";

    public boolean isDone() {
        return !note.startsWith(NOT_DONE);
    }
}
