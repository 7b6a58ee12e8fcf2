package io.flashsale.chaos.nemesis;

/**
 * What became of a fault.
 *
 * @param begin when it began, in milliseconds since the round did
 * @param end when it was over; a process that was killed is being started then
 * @param note what is worth knowing, such as why it could not be done; may be empty
 */
public record InjectedFault(Fault fault, long begin, long end, String note) {

    static final String NOT_DONE = "not done: ";

    public boolean isDone() {
        return !note.startsWith(NOT_DONE);
    }
}
