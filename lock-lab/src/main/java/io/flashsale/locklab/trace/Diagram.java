package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.Recording.Recorded;
import io.flashsale.locklab.trace.Step.Kind;
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
 * What a space-time diagram of a run shows. Times are in milliseconds since the script began.
 *
 * @param steps in the order in which they began
 * @param believed from when to when a client believed to hold a lock
 * @param held from when to when a server held it, for whom
 * @param omitted steps that came after those, and were not kept
 */
public record Diagram(List<Lane> lanes, List<StepView> steps, List<Belief> believed, List<Hold> held, int omitted) {

    /** Nothing was recorded. */
    public static final Diagram EMPTY = new Diagram(List.of(), List.of(), List.of(), List.of(), 0);

    /**
     * Whoever or whatever something happens to.
     *
     * @param kind client, background (what works for clients, and the script), server or stock
     * @param process the worker process in which it is, from 1; 0 for servers and the script
     */
    public record Lane(String id, String kind, int process) {}

    /**
     * A step.
     *
     * @param kind as {@link Step.Kind}, in lower case with dashes
     * @param until when the answer was there
     * @param lane who did it, or to whom it happened; {@code process-2} for a whole process
     * @param to the lane that a command was for; empty for others
     * @param times how often the same was done in a row; {@code until} is the end of the last time then
     * @param source the line that did it, where it was a line of ours
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
     * A client believes to hold a lock.
     *
     * @param to null while it does
     */
    public record Belief(
            String lane, String lock, double from, @Nullable Double to, String token, boolean shared) {}

    /**
     * A server holds a lock.
     *
     * @param owner what it keeps as the owner
     * @param by the client that this is; null if it is not known
     * @param to null while it does
     * @param endsAt when the lease is over, as the server says it; null if it has none
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
        Step step = recorded.step;
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

    /** Clients in the order in which they came, what works for them, the servers that anything was seen at, the stock. */
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
