package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.Recording.Recorded;
import io.flashsale.locklab.trace.Recording.ServerLock;
import io.flashsale.locklab.trace.Recording.Sight;
import io.flashsale.locklab.trace.Step.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The two truths of a run: from when to when servers held a lock and for whom, as looks have shown it, and from when to when
 * clients believed to hold it, as they have said; and where the two part.
 *
 * <p>Looks are some milliseconds apart. A change that was seen between two of them is put where a command of a client was
 * carried out in between, or where the time was over that the server had said is left; without either, where it was seen.
 */
final class Truths {

    private static final long TOLERANCE_MICROS = 5_000;
    private static final long LONG_CALL_MICROS = 20_000;

    /** Of five. */
    private static final int MAJORITY = 3;

    private static final String SHARED = "shared";
    private static final String ONE_OF_FIVE = "master-";
    private static final Set<String> REPLICATED = Set.of("master", "replica");

    /** What commands begin with that change nothing. */
    private static final List<String> LOOKS = List.of(
            "GET ", "EXISTS ", "PTTL ", "WAIT ", "SELECT ", "exists ", "getChildren ", "getData ", "SUBSCRIBE ");

    /** And those that give a lock back have one of these in them. */
    private static final List<String> RELEASES =
            List.of("DEL ", "DELETE ", "delete ", "lock/release", "lock/leave", "unlock");

    private static final Set<String> NO = Set.of("", "nil", "0", "false");

    private final List<Recorded> steps;
    private final Map<String, Integer> processOfClient;
    private final List<Believed> believed = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final List<Step> derived = new ArrayList<>();
    private final Map<ServerLock, List<Sight>> sights;

    Truths(List<Recorded> steps, Map<ServerLock, List<Sight>> sights, Map<String, Integer> processOfClient) {
        this.steps = steps.stream()
                .sorted(Comparator.comparingLong(recorded -> recorded.step.fromMicros()))
                .toList();
        this.sights = sights;
        this.processOfClient = processOfClient;
        believe();
        sights.forEach(this::hold);
        believed.forEach(this::part);
        held.forEach(this::leaveBehind);
    }

    /**
     * A client believes to hold a lock.
     *
     * @param to null while it does
     * @param shared came only to read
     */
    record Believed(
            String who, String lock, long from, @Nullable Long to, String token, boolean shared) {

        boolean lastsAt(long micros) {
            return from <= micros && (to == null || to > micros);
        }
    }

    /**
     * A server holds a lock for somebody.
     *
     * @param by the client whose command it was; null if that is not known
     * @param to null while it does
     * @param endedBy the client whose command ended it; null if none did
     */
    record Held(
            ServerLock where,
            Holder holder,
            @Nullable String by,
            long from,
            @Nullable Long to,
            @Nullable String endedBy,
            Sight last) {

        boolean lastsAt(long micros) {
            return from <= micros && (to == null || to > micros);
        }
    }

    /** When something changed, and by whose command, if by any. */
    private record Change(long micros, @Nullable String by, boolean expired) {}

    List<Believed> believed() {
        return believed;
    }

    List<Held> held() {
        return held;
    }

    /** What nobody has said, and follows: the ends of leases, and where the truths part. */
    List<Step> derived() {
        return derived;
    }

    private void believe() {
        Map<String, List<Step>> open = new HashMap<>();
        for (Recorded recorded : steps) {
            Step step = recorded.step;
            List<Step> mine = open.computeIfAbsent(step.who(), who -> new ArrayList<>());
            if (step.kind() == Kind.BELIEVES) {
                mine.add(step);
            } else if (step.kind() == Kind.GIVES_BACK && !mine.isEmpty()) {
                Step began = mine.removeLast();
                if (mine.stream().noneMatch(outer -> outer.text().equals(began.text()))) { // entered once
                    believed.add(belief(began, step.fromMicros()));
                }
            } else if (step.kind() == Kind.KILLED && recorded.process > 0) {
                processOfClient.forEach((client, process) -> {
                    List<Step> theirs = open.getOrDefault(client, List.of());
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

    private static Believed belief(Step began, @Nullable Long to) {
        boolean shared = began.answer().startsWith(SHARED);
        String token = shared ? began.answer().substring(SHARED.length()).strip() : began.answer();
        return new Believed(began.who(), began.text(), began.fromMicros(), to, token, shared);
    }

    private void hold(ServerLock where, List<Sight> seen) {
        Held before = null;
        for (int at = 0; at < seen.size(); at++) {
            Sight sight = seen.get(at);
            Holder holder = sight.holder;
            if (holder == null) {
                before = null;
                continue;
            }
            Change begin = begin(where, holder, at == 0 ? 0 : seen.get(at - 1).lastSent, sight.firstAnswered);
            Long ended = before == null ? null : before.to();
            long from = Math.max(ended == null ? 0 : ended, begin.micros());
            String by = before != null && isTheSame(before.holder(), holder) ? before.by() : begin.by();
            Change end = end(
                    new Held(where, holder, by, from, null, null, sight),
                    at + 1 < seen.size() ? seen.get(at + 1) : null);
            before = new Held(
                    where,
                    holder,
                    by,
                    from,
                    end == null ? null : (Long) Math.max(from, end.micros()),
                    end == null ? null : end.by(),
                    sight);
            held.add(before);
            if (end != null && end.expired()) {
                derived.add(Step.at(Kind.EXPIRED, end.micros(), where.server(), where.lock(), by == null ? "" : by));
            }
        }
    }

    private static boolean isTheSame(Holder one, Holder other) {
        return saysWho(one) && one.owner().equals(other.owner());
    }

    /** Simple locks write the same into their key, whoever takes them. */
    private static boolean saysWho(Holder holder) {
        return !holder.owner().isEmpty() && !holder.owner().equals("taken");
    }

    private Change begin(ServerLock where, Holder holder, long from, long to) {
        List<Step> takes = calls(where, from, to).stream()
                .filter(call -> !isLook(call) && !isRelease(call) && !isRefused(call))
                .toList();
        String by = whoIs(holder, takes.isEmpty() ? null : takes.getLast());
        Step cause = takes.stream()
                .filter(call -> call.who().equals(by))
                .reduce((one, later) -> later)
                .orElse(null);
        return new Change(cause == null ? to : timeOf(cause, from, to), by, false);
    }

    /** The client that the server names, or whose command had this owner in it first; else the one whose command it was. */
    private @Nullable String whoIs(Holder holder, @Nullable Step cause) {
        if (processOfClient.containsKey(holder.owner())) {
            return holder.owner();
        }
        String otherwise = cause == null ? null : cause.who();
        return !saysWho(holder)
                ? otherwise
                : steps.stream()
                        .map(recorded -> recorded.step)
                        .filter(step -> step.kind() == Kind.COMMAND && !isLook(step))
                        .filter(step -> step.text().contains(holder.owner())
                                || step.answer().contains(holder.owner()))
                        .map(Step::who)
                        .findFirst()
                        .orElse(otherwise);
    }

    /** When it ended, as far as is known by now. */
    private @Nullable Change end(Held open, @Nullable Sight next) {
        ServerLock where = open.where();
        Holder holder = open.holder();
        Sight sight = open.last();
        long from = sight.lastSent;
        long to = next == null ? Long.MAX_VALUE : next.firstAnswered;
        Step killed = steps.stream()
                .map(recorded -> recorded.step)
                .filter(step -> step.kind() == Kind.KILLED && step.who().equals(where.server()))
                .filter(step -> step.fromMicros() >= sight.firstSent && step.fromMicros() <= to)
                .findFirst()
                .orElse(null);
        if (killed != null) {
            return new Change(killed.fromMicros(), null, false);
        }
        if (next == null) {
            return null;
        }
        Holder after = next.holder;
        boolean stays = after != null && isTheSame(after, holder);
        Long over = holder.expiresAtMicros();
        if (!stays && over != null && over >= from - TOLERANCE_MICROS && over <= to + TOLERANCE_MICROS) {
            return new Change(Math.clamp(over, from, to), null, true);
        }
        Step script = steps.stream()
                .map(recorded -> recorded.step)
                .filter(step -> step.kind() == Kind.LEASE_ENDED && step.who().equals(where.server()))
                .filter(step -> step.fromMicros() >= from - TOLERANCE_MICROS && step.fromMicros() <= to)
                .findFirst()
                .orElse(null);
        if (script != null) {
            return new Change(Math.clamp(script.fromMicros(), from, to), null, true);
        }
        List<Step> causes = calls(where, from, to).stream()
                .filter(call -> stays ? !isLook(call) : isRelease(call) && !isRefused(call))
                .toList();
        Step cause = causes.stream()
                .filter(call -> call.who().equals(open.by()))
                .reduce((one, later) -> later)
                .or(() -> causes.stream().reduce((one, later) -> later))
                .orElse(null);
        return cause == null ? new Change(to, null, false) : new Change(timeOf(cause, from, to), cause.who(), false);
    }

    /** Commands of clients that name the lock and were with its server within this time. */
    private List<Step> calls(ServerLock where, long from, long to) {
        return steps.stream()
                .map(recorded -> recorded.step)
                .filter(step -> step.kind() == Kind.COMMAND && step.to().equals(where.server()))
                .filter(step -> step.fromMicros() <= to && step.toMicros() >= from)
                .filter(step -> step.text().contains(where.lock()))
                .sorted(Comparator.comparingLong(Step::toMicros))
                .toList();
    }

    /** Whether it changes nothing. */
    static boolean isLook(Step call) {
        return LOOKS.stream().anyMatch(call.text()::startsWith);
    }

    /** Whether it has changed nothing, by its answer. */
    static boolean isRefused(Step call) {
        boolean counts = call.text().contains("lock/leave"); // it answers how often its owner is still inside
        return counts
                ? call.answer().equals("-1")
                : NO.contains(call.answer()) || call.answer().contains("Exception: ");
    }

    private static boolean isRelease(Step call) {
        return RELEASES.stream().anyMatch(call.text()::contains);
    }

    /** A short call was carried out about in its middle; one that has waited, at its end. */
    private static long timeOf(Step call, long from, long to) {
        long likely = call.toMicros() - call.fromMicros() > LONG_CALL_MICROS ? call.toMicros() : call.middle();
        return Math.clamp(likely, from, to);
    }

    /** Where the servers hold something else than this client believes. */
    private void part(Believed belief) {
        if (belief.shared()) {
            return; // several hold it, and servers name them in ways of their own
        }
        List<Held> here = held.stream()
                .filter(each -> each.where().lock().equals(belief.lock()))
                .toList();
        if (here.stream().noneMatch(each -> isSeenIn(belief, each))) {
            return; // no look has shown what it believes in: it was too short
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
                derived.add(Step.at(
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

    /** Somebody else, or nobody; of five servers, on how many of them this client still holds it. */
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

    /** Whether, as far as the servers go that count at this time, this client holds the lock. */
    private boolean holds(String who, List<Held> here, long moment) {
        List<Held> mine = here.stream()
                .filter(each -> who.equals(each.by()) && each.lastsAt(moment) && counts(each, moment))
                .toList();
        boolean quorum = here.stream().anyMatch(each -> each.where().server().startsWith(ONE_OF_FIVE));
        return quorum ? mine.size() >= MAJORITY : !mine.isEmpty();
    }

    /** Of a master and its replica the one counts that is the master by then. */
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
                .map(Step::fromMicros)
                .findFirst();
    }

    /**
     * Whether looks while the client believed so, and had not begun to give the lock back, have shown that it does not hold it, at a
     * server where it should.
     */
    private boolean isSeenWithin(Believed belief, List<Held> here, long moment) {
        long to = steps.stream()
                .map(recorded -> recorded.step)
                .filter(step -> step.kind() == Kind.COMMAND && step.who().equals(belief.who()))
                .filter(step -> step.fromMicros() > belief.from() && isRelease(step))
                .map(Step::fromMicros)
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

    /** Where a server holds a lock for a client that is dead or has gone. */
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
                .ifPresent(gone -> derived.add(
                        Step.at(Kind.LEFT_BEHIND, gone, server, each.where().lock(), by)));
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
