package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.Recording.Recorded;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The times in which clients believed that they held a lock, from what they reported, until they were killed. */
final class Beliefs {

    private static final String SHARED = "shared";
    private final List<Recorded> steps;
    private final Map<String, Integer> processOfClient;
    private final List<Believed> believed = new ArrayList<>();

    private Beliefs(List<Recorded> steps, Map<String, Integer> processOfClient) {
        this.steps = steps;
        this.processOfClient = processOfClient;
    }

    /** @param steps in the sequence in which they began */
    static List<Believed> of(List<Recorded> steps, Map<String, Integer> processOfClient) {
        Beliefs beliefs = new Beliefs(steps, processOfClient);
        beliefs.believe();
        return beliefs.believed;
    }

    /**
     * The belief of a client that it holds a lock.
     *
     * @param to null while it lasts
     * @param shared whether the client came only to read
     */
    record Believed(
            String who, String lock, long from, @Nullable Long to, String token, boolean shared) {

        boolean lastsAt(long micros) {
            return from <= micros && (to == null || to > micros);
        }
    }

    private void believe() {
        Map<String, List<TraceStep>> open = new HashMap<>();
        for (Recorded recorded : steps) {
            TraceStep step = recorded.step;
            List<TraceStep> mine = open.computeIfAbsent(step.who(), who -> new ArrayList<>());
            if (step.kind() == Kind.BELIEVES) {
                mine.add(step);
            } else if (step.kind() == Kind.GIVES_BACK && !mine.isEmpty()) {
                TraceStep began = mine.removeLast();
                if (mine.stream().noneMatch(outer -> outer.text().equals(began.text()))) { // the outermost entry
                    believed.add(belief(began, step.fromMicros()));
                }
            } else if (step.kind() == Kind.KILLED && recorded.process > 0) {
                processOfClient.forEach((client, process) -> {
                    List<TraceStep> theirs = open.getOrDefault(client, List.of());
                    if (process == recorded.process && !theirs.isEmpty()) {
                        believed.add(belief(theirs.getFirst(), step.fromMicros()));
                        theirs.clear();
                    }
                });
            }
        }
        open.values().stream()
                .filter(mine -> !mine.isEmpty())
                .forEach(mine -> believed.add(belief(mine.getFirst(), null)));
        believed.sort(Comparator.comparingLong(Believed::from));
    }

    private static Believed belief(TraceStep began, @Nullable Long to) {
        boolean shared = began.answer().startsWith(SHARED);
        String token = shared ? began.answer().substring(SHARED.length()).strip() : began.answer();
        return new Believed(began.who(), began.text(), began.fromMicros(), to, token, shared);
    }
}
