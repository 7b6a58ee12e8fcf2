package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.Beliefs.Believed;
import io.flashsale.locklab.trace.Holdings.Held;
import io.flashsale.locklab.trace.Recording.Recorded;
import io.flashsale.locklab.trace.Recording.ServerLock;
import io.flashsale.locklab.trace.Recording.Sight;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Locks that no look from outside can show, but whose holder is known.
 *
 * <p>A row is locked from the response to a locking SELECT until the end of the client's transaction. If the client
 * was killed, the row stays locked until the next client has it. A JVM's monitor is held by the client that is
 * inside, for as long as it is inside.
 */
final class Granted {

    /** The scheme whose clients hold a monitor of their own process. */
    static final String MONITOR = "io.flashsale.locklab.jvm.MonitorLock";

    private static final Holder UNNAMED = new Holder("", null, null);
    private static final Pattern ROW = Pattern.compile("FROM (\\w+) WHERE item = '([^']+)' FOR UPDATE");

    private final Map<String, Integer> processOfClient;
    private final List<Row> open = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();

    private Granted(Map<String, Integer> processOfClient) {
        this.processOfClient = processOfClient;
    }

    /** A row that a client has locked, and when its process was killed; null if it was not. */
    private record Row(
            ServerLock where,
            String who,
            long from,
            @Nullable Long killed) {}

    /** @param steps in the sequence in which they began */
    static List<Held> of(List<Recorded> steps, List<Believed> believed, Map<String, Integer> processOfClient) {
        Granted granted = new Granted(processOfClient);
        steps.forEach(granted::row);
        granted.open.forEach(row -> granted.end(row, row.killed()));
        steps.stream()
                .map(recorded -> recorded.step)
                .filter(step -> step.kind() == Kind.BELIEVES && step.source().startsWith(MONITOR))
                .forEach(step -> granted.monitor(step, believed));
        return granted.held;
    }

    private void row(Recorded recorded) {
        TraceStep step = recorded.step;
        if (step.kind() == Kind.KILLED) {
            killed(recorded);
        } else if (step.kind() == Kind.COMMAND && step.to().equals(Trace.DATABASE)) {
            Matcher row = ROW.matcher(step.text());
            if (row.find() && !step.answer().contains("Exception: ")) {
                locked(new ServerLock(Trace.DATABASE, row.group(1) + " " + row.group(2)), step);
            } else if (step.text().equals("COMMIT") || step.text().equals("ROLLBACK")) {
                endWhere(each -> each.who().equals(step.who()), step.middle());
            }
        }
    }

    private void locked(ServerLock where, TraceStep step) {
        endWhere(each -> each.where().equals(where) && each.killed() != null, step.toMicros());
        open.add(new Row(where, step.who(), step.toMicros(), null));
    }

    /** Handles the death of the server, or of a process, which the server notices a little later. */
    private void killed(Recorded recorded) {
        long at = recorded.step.fromMicros();
        if (recorded.step.who().equals(Trace.DATABASE)) {
            endWhere(each -> true, at);
        }
        open.replaceAll(each -> Integer.valueOf(recorded.process).equals(processOfClient.get(each.who()))
                ? new Row(each.where(), each.who(), each.from(), at)
                : each);
    }

    private void endWhere(Predicate<Row> ended, long at) {
        open.stream().filter(ended).forEach(row -> end(row, at));
        open.removeIf(ended);
    }

    private void end(Row row, @Nullable Long at) {
        String by = processOfClient.containsKey(row.who()) ? row.who() : null;
        add(row.where(), by, row.from(), at);
    }

    private void monitor(TraceStep entered, List<Believed> believed) {
        ServerLock where = new ServerLock("monitor-" + processOfClient.get(entered.who()), entered.text());
        believed.stream()
                .filter(each -> each.who().equals(entered.who()) && each.from() == entered.fromMicros())
                .forEach(each -> add(where, each.who(), each.from(), each.to()));
    }

    private void add(ServerLock where, @Nullable String by, long from, @Nullable Long to) {
        held.add(new Held(where, UNNAMED, by, from, to, by, new Sight(UNNAMED, from, from)));
    }
}
