package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.Recording.Recorded;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a run's space-time diagram. Times are in milliseconds since the script began.
 *
 * @param steps in the order in which they began
 * @param believed when a client believed that it held a lock
 * @param held when a server held a lock, and for which client
 * @param omitted the number of later steps, which were not kept
 */
public record Diagram(List<Lane> lanes, List<StepView> steps, List<Belief> believed, List<Hold> held, int omitted) {

    /** A diagram without any records. */
    public static final Diagram EMPTY = new Diagram(List.of(), List.of(), List.of(), List.of(), 0);

    /**
     * A client, a process or a server to which steps belong.
     *
     * @param kind client, background (what works for clients, and the script), server or stock
     * @param process the worker process that it runs in, from 1; 0 for servers and the script
     */
    public record Lane(String id, String kind, int process) {}

    /**
     * A step of the run.
     *
     * @param kind as {@link TraceStep.Kind}, in lower case with dashes
     * @param until when the response was there
     * @param lane who did it, or to whom it happened; {@code process-2} for a whole process
     * @param to the lane that a command was for; empty for others
     * @param times how often it was repeated in a row; {@code until} is then the end of the last time
     * @param source the line of ours that did it; null if there is none
     * @param within the line of the scheme's own class at that time, if it was another one
     */
    public record StepView(
            String kind,
            double at,
            double until,
            String lane,
            String to,
            String text,
            String answer,
            int times,
            @Nullable SourceLine source,
            @Nullable SourceLine within) {}

    /**
     * A client believes that it holds a lock.
     *
     * @param to null while it does
     */
    public record Belief(
            String lane, String lock, double from, @Nullable Double to, String token, boolean shared) {}

    /**
     * A server holds a lock.
     *
     * @param owner the owner that it stores
     * @param by the client that this is; null if it is not known
     * @param to null while it does
     * @param endsAt when the lease expires, as the server says; null if it has none
     */
    public record Hold(
            String lane,
            String lock,
            String owner,
            @Nullable String by,
            double from,
            @Nullable Double to,
            @Nullable Double endsAt,
            @Nullable Long token) {}

    static Diagram of(
            long origin,
            Set<String> servers,
            Map<String, Integer> processOfClient,
            List<Recorded> recorded,
            Truths truths,
            int omitted) {
        List<StepView> steps = Stream.concat(
                        recorded.stream(), truths.derived().stream().map(step -> new Recorded(0, step)))
                .sorted(Comparator.comparingLong((Recorded each) -> each.step.fromMicros()))
                .map(each -> view(each, origin))
                .toList();
        return new Diagram(
                lanes(servers, processOfClient, recorded, truths),
                steps,
                truths.believed().stream()
                        .map(each -> new Belief(
                                each.who(),
                                each.lock(),
                                millis(each.from(), origin),
                                millisOrNull(each.to(), origin),
                                each.token(),
                                each.shared()))
                        .toList(),
                truths.held().stream()
                        .map(each -> new Hold(
                                each.where().server(),
                                each.where().lock(),
                                each.holder().owner(),
                                each.by(),
                                millis(each.from(), origin),
                                millisOrNull(each.to(), origin),
                                millisOrNull(each.holder().expiresAtMicros(), origin),
                                each.holder().token()))
                        .toList(),
                omitted);
    }

    private static StepView view(Recorded recorded, long origin) {
        TraceStep step = recorded.step;
        return new StepView(
                step.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                millis(step.fromMicros(), origin),
                millis(step.toMicros(), origin),
                step.who(),
                step.to(),
                step.text(),
                step.answer(),
                recorded.times,
                SourceLine.of(step.source()),
                SourceLine.of(step.within()));
    }

    /** Returns clients in order of arrival, then background work, then the servers with steps, then the stock. */
    private static List<Lane> lanes(
            Set<String> servers, Map<String, Integer> processOfClient, List<Recorded> recorded, Truths truths) {
        Map<String, Lane> lanes = new LinkedHashMap<>();
        processOfClient.forEach((client, process) -> lanes.put(client, new Lane(client, "client", process)));
        recorded.stream()
                .filter(each ->
                        each.step.kind() == Kind.COMMAND && !each.step.who().equals(Recording.CALLED))
                .forEach(each ->
                        lanes.putIfAbsent(each.step.who(), new Lane(each.step.who(), "background", each.process)));
        Set<String> met = new LinkedHashSet<>();
        recorded.forEach(each -> met.addAll(List.of(each.step.to(), each.step.who())));
        truths.held().forEach(each -> met.add(each.where().server()));
        servers.stream().filter(met::contains).forEach(server -> lanes.put(server, new Lane(server, "server", 0)));
        recorded.stream()
                .map(each -> each.step.to())
                .filter(to -> !to.isEmpty())
                .forEach(to -> lanes.putIfAbsent(to, new Lane(to, to.equals(Trace.STOCK) ? "stock" : "server", 0)));
        truths.held().stream()
                .map(each -> each.where().server())
                .forEach(server -> lanes.putIfAbsent(server, new Lane(server, "server", 0)));
        List<Lane> all = new ArrayList<>(lanes.values());
        all.sort(Comparator.comparingInt(
                lane -> List.of("client", "background", "server", "stock").indexOf(lane.kind())));
        return all;
    }

    private static double millis(long micros, long origin) {
        return (micros - origin) / 1_000.0;
    }

    private static @Nullable Double millisOrNull(@Nullable Long micros, long origin) {
        return micros == null ? null : (Double) millis(micros, origin);
    }
}
