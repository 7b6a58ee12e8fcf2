package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.Beliefs.Believed;
import io.flashsale.locklab.trace.Holdings.Held;
import io.flashsale.locklab.trace.Recording.Recorded;
import io.flashsale.locklab.trace.Recording.ServerLock;
import io.flashsale.locklab.trace.Recording.Sight;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The two truths of a run, and where they differ. One is when servers held a lock and for whom, from looks or
 * proved by responses. The other is when clients believed that they held it, as they reported.
 */
final class Truths {

    /** Of five. */
    private static final int MAJORITY = 3;

    private static final String ONE_OF_FIVE = "master-";
    private static final Set<String> REPLICATED = Set.of("master", "replica");

    /** Beginnings of commands that change nothing. */
    private static final List<String> LOOKS = List.of(
            "GET ", "EXISTS ", "PTTL ", "WAIT ", "SELECT ", "exists ", "getChildren ", "getData ", "SUBSCRIBE ");

    /** Texts that occur in commands which release a lock. */
    private static final List<String> RELEASES =
            List.of("DEL ", "DELETE ", "delete ", "lock/release", "lock/leave", "unlock");

    private static final Set<String> NO = Set.of("", "nil", "0", "false");

    private final List<Recorded> steps;
    private final Map<String, Integer> processOfClient;
    private final List<Believed> believed;
    private final List<Held> held;
    private final List<TraceStep> derived = new ArrayList<>();
    private final Map<ServerLock, List<Sight>> sights;

    Truths(List<Recorded> steps, Map<ServerLock, List<Sight>> sights, Map<String, Integer> processOfClient) {
        this.steps = steps.stream()
                .sorted(Comparator.comparingLong(recorded -> recorded.step.fromMicros()))
                .toList();
        this.sights = sights;
        this.processOfClient = processOfClient;
        believed = Beliefs.of(this.steps, processOfClient);
        Holdings holdings = new Holdings(this.steps, sights, processOfClient);
        held = new ArrayList<>(holdings.held());
        derived.addAll(holdings.expired());
        believed.forEach(this::part);
        held.forEach(this::leaveBehind);
        held.addAll(Granted.of(this.steps, believed, processOfClient)); // no client is ever wrong about these
    }

    List<Believed> believed() {
        return believed;
    }

    List<Held> held() {
        return held;
    }

    /** Derived steps that nobody reported: the ends of leases, and where the truths differ. */
    List<TraceStep> derived() {
        return derived;
    }

    /** Whether the call changes nothing. */
    static boolean isLook(TraceStep call) {
        return LOOKS.stream().anyMatch(call.text()::startsWith);
    }

    /** Whether the call has changed nothing, judged by its response. */
    static boolean isRefused(TraceStep call) {
        boolean counts = call.text().contains("lock/leave"); // it returns how many entries remain
        return counts
                ? call.answer().equals("-1")
                : NO.contains(call.answer()) || call.answer().contains("Exception: ");
    }

    /** Whether the call releases a lock, or tries to. */
    static boolean isRelease(TraceStep call) {
        return RELEASES.stream().anyMatch(call.text()::contains);
    }

    /** Adds a step where the servers hold something else than this client believes. */
    private void part(Believed belief) {
        if (belief.shared()) {
            return; // readers hold it together, and each server names them in its own way
        }
        List<Held> here = held.stream()
                .filter(each -> each.where().lock().equals(belief.lock()))
                .toList();
        if (here.stream().noneMatch(each -> isSeenIn(belief, each))) {
            return; // the belief was too short for any look to show its lock
        }
        TreeSet<Long> moments = new TreeSet<>(List.of(belief.from()));
        here.forEach(each ->
                Stream.of(each.from(), each.to()).filter(Objects::nonNull).forEach(moments::add));
        promotion().ifPresent(moments::add);
        for (long moment : moments) {
            if (!belief.lastsAt(moment) || holds(belief.who(), here, moment)) {
                continue;
            }
            boolean gaveBack = here.stream()
                    .anyMatch(each -> belief.who().equals(each.by())
                            && belief.who().equals(each.endedBy())
                            && Objects.equals(each.to(), moment));
            if (gaveBack) {
                return;
            }
            if (isSeenWithin(belief, here, moment)) {
                derived.add(TraceStep.at(
                        Kind.PARTED, moment, belief.who(), belief.lock(), holderInstead(belief.who(), here, moment)));
                return;
            }
        }
    }

    private static boolean isSeenIn(Believed belief, Held each) {
        return belief.who().equals(each.by())
                && each.from() < endOf(belief)
                && (each.to() == null || each.to() >= belief.from());
    }

    /** The other holder, or nobody; with five servers, on how many of them this client still holds it. */
    private String holderInstead(String who, List<Held> here, long moment) {
        List<String> holders = here.stream()
                .filter(each -> each.lastsAt(moment) && counts(each, moment))
                .map(each -> each.by() == null ? "?" : each.by())
                .toList();
        if (here.stream().anyMatch(each -> each.where().server().startsWith(ONE_OF_FIVE))) {
            return holders.stream().filter(who::equals).count() + "/5";
        }
        return holders.stream().filter(by -> !by.equals(who)).findFirst().orElse("");
    }

    /** Whether this client holds the lock, by the servers that count at this time. */
    private boolean holds(String who, List<Held> here, long moment) {
        List<Held> mine = here.stream()
                .filter(each -> who.equals(each.by()) && each.lastsAt(moment) && counts(each, moment))
                .toList();
        boolean quorum = here.stream().anyMatch(each -> each.where().server().startsWith(ONE_OF_FIVE));
        return quorum ? mine.size() >= MAJORITY : !mine.isEmpty();
    }

    /** Of a master and its replica, only the one that is master at this time counts. */
    private boolean counts(Held each, long moment) {
        String server = each.where().server();
        if (!REPLICATED.contains(server)) {
            return true;
        }
        boolean promoted = promotion().filter(at -> at <= moment).isPresent();
        return server.equals(promoted ? "replica" : "master");
    }

    private Optional<Long> promotion() {
        return steps.stream()
                .map(recorded -> recorded.step)
                .filter(step -> step.kind() == Kind.PROMOTED)
                .map(TraceStep::fromMicros)
                .findFirst();
    }

    /**
     * Whether looks during the belief prove it wrong: a server that should hold the lock for the client does not.
     * Looks after the start of its release do not count.
     */
    private boolean isSeenWithin(Believed belief, List<Held> here, long moment) {
        long to = steps.stream()
                .map(recorded -> recorded.step)
                .filter(step -> step.kind() == Kind.COMMAND && step.who().equals(belief.who()))
                .filter(step -> step.fromMicros() > belief.from() && isRelease(step))
                .map(TraceStep::fromMicros)
                .findFirst()
                .orElse(Long.MAX_VALUE);
        boolean promoted = promotion().filter(at -> at <= moment).isPresent();
        Set<String> servers = here.stream()
                .filter(each -> belief.who().equals(each.by()))
                .map(each -> each.where().server())
                .map(server -> promoted && REPLICATED.contains(server) ? "replica" : server)
                .collect(Collectors.toSet());
        return sights.entrySet().stream()
                .filter(entry -> entry.getKey().lock().equals(belief.lock())
                        && servers.contains(entry.getKey().server()))
                .anyMatch(entry -> entry.getValue().stream()
                        .filter(sight ->
                                sight.wasWithin(Math.max(belief.from(), moment - 1), Math.min(to, endOf(belief))))
                        .anyMatch(sight -> sight.holder == null || isOthers(sight, belief.who())));
    }

    private static long endOf(Believed belief) {
        return belief.to() == null ? Long.MAX_VALUE : belief.to();
    }

    private boolean isOthers(Sight sight, String who) {
        return held.stream().anyMatch(each -> each.last() == sight && each.by() != null && !who.equals(each.by()));
    }

    /** Adds a step where a server holds a lock for a client that is dead or has left. */
    private void leaveBehind(Held each) {
        String by = each.by();
        String server = each.where().server();
        if (by == null
                || server.startsWith(ONE_OF_FIVE)
                || REPLICATED.contains(server)
                || isShared(each.where().lock())) {
            return;
        }
        steps.stream()
                .filter(recorded -> isEndOf(by, recorded))
                .map(recorded -> recorded.step.fromMicros())
                .filter(gone -> gone > each.from() && each.last().lastSent > gone && each.lastsAt(gone))
                .findFirst()
                .ifPresent(gone -> derived.add(TraceStep.at(
                        Kind.LEFT_BEHIND, gone, server, each.where().lock(), by)));
    }

    private boolean isShared(String lock) {
        return believed.stream()
                .anyMatch(belief -> belief.shared() && belief.lock().equals(lock));
    }

    private boolean isEndOf(String client, Recorded recorded) {
        return switch (recorded.step.kind()) {
            case ENDS -> recorded.step.who().equals(client);
            case KILLED ->
                recorded.process > 0 && Integer.valueOf(recorded.process).equals(processOfClient.get(client));
            default -> false;
        };
    }
}
