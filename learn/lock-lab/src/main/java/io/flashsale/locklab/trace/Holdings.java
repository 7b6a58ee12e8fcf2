package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.Recording.Recorded;
import io.flashsale.locklab.trace.Recording.ServerLock;
import io.flashsale.locklab.trace.Recording.Sight;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times in which servers held a lock and for whom, derived from looks.
 *
 * <p>Looks are some milliseconds apart. A change between two looks is dated to a client's command in between, or to
 * the expiry that the server had announced. Without either, it is dated to the look that saw it.
 */
final class Holdings {

    private static final long TOLERANCE_MICROS = 5_000;
    private static final long LONG_CALL_MICROS = 20_000;

    private final List<TraceStep> steps;
    private final Map<String, Integer> processOfClient;
    private final List<Held> held = new ArrayList<>();
    private final List<TraceStep> expired = new ArrayList<>();

    /** @param steps in the sequence in which they began */
    Holdings(List<Recorded> steps, Map<ServerLock, List<Sight>> sights, Map<String, Integer> processOfClient) {
        this.steps = steps.stream().map(recorded -> recorded.step).toList();
        this.processOfClient = processOfClient;
        sights.forEach(this::hold);
    }

    /**
     * The time in which a server holds a lock for a client.
     *
     * @param by the client whose command took it; null if that is not known
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

    /** When something changed, and the client whose command changed it, if any. */
    private record Change(long micros, @Nullable String by, boolean expired) {}

    List<Held> held() {
        return held;
    }

    /** The ends of leases. */
    List<TraceStep> expired() {
        return expired;
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
                expired.add(
                        TraceStep.at(Kind.EXPIRED, end.micros(), where.server(), where.lock(), by == null ? "" : by));
            }
        }
    }

    private static boolean isTheSame(Holder one, Holder other) {
        return saysWho(one) && one.owner().equals(other.owner());
    }

    /** False if the owner says nothing: simple locks write the same value for every holder. */
    private static boolean saysWho(Holder holder) {
        return !holder.owner().isEmpty() && !holder.owner().equals("taken");
    }

    private Change begin(ServerLock where, Holder holder, long from, long to) {
        List<TraceStep> takes = calls(where, from, to).stream()
                .filter(call -> !Truths.isLook(call) && !Truths.isRelease(call) && !Truths.isRefused(call))
                .toList();
        String by = whoIs(holder, takes.isEmpty() ? null : takes.getLast());
        TraceStep cause = takes.stream()
                .filter(call -> call.who().equals(by))
                .reduce((one, later) -> later)
                .orElse(null);
        return new Change(cause == null ? to : timeOf(cause, from, to), by, false);
    }

    /**
     * The client that holds the lock: the one that the server names, or the first to send this owner in a command.
     * Without either it is the sender of the cause.
     */
    private @Nullable String whoIs(Holder holder, @Nullable TraceStep cause) {
        if (processOfClient.containsKey(holder.owner())) {
            return holder.owner();
        }
        String otherwise = cause == null ? null : cause.who();
        return !saysWho(holder)
                ? otherwise
                : steps.stream()
                        .filter(step -> step.kind() == Kind.COMMAND && !Truths.isLook(step))
                        .filter(step -> step.text().contains(holder.owner())
                                || step.answer().contains(holder.owner()))
                        .map(TraceStep::who)
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
        TraceStep killed = steps.stream()
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
        TraceStep script = steps.stream()
                .filter(step -> step.kind() == Kind.LEASE_ENDED && step.who().equals(where.server()))
                .filter(step -> step.fromMicros() >= from - TOLERANCE_MICROS && step.fromMicros() <= to)
                .findFirst()
                .orElse(null);
        if (script != null) {
            return new Change(Math.clamp(script.fromMicros(), from, to), null, true);
        }
        List<TraceStep> causes = calls(where, from, to).stream()
                .filter(call -> stays ? !Truths.isLook(call) : Truths.isRelease(call) && !Truths.isRefused(call))
                .toList();
        TraceStep cause = causes.stream()
                .filter(call -> call.who().equals(open.by()))
                .reduce((one, later) -> later)
                .or(() -> causes.stream().reduce((one, later) -> later))
                .orElse(null);
        return cause == null ? new Change(to, null, false) : new Change(timeOf(cause, from, to), cause.who(), false);
    }

    /** Commands of clients that name the lock and reached its server within this time. */
    private List<TraceStep> calls(ServerLock where, long from, long to) {
        return steps.stream()
                .filter(step -> step.kind() == Kind.COMMAND && step.to().equals(where.server()))
                .filter(step -> step.fromMicros() <= to && step.toMicros() >= from)
                .filter(step -> step.text().contains(where.lock()))
                .sorted(Comparator.comparingLong(TraceStep::toMicros))
                .toList();
    }

    /** Estimates when a command ran: a short one in the middle of its call, one that waited at the end. */
    private static long timeOf(TraceStep call, long from, long to) {
        long likely = call.toMicros() - call.fromMicros() > LONG_CALL_MICROS ? call.toMicros() : call.middle();
        return Math.clamp(likely, from, to);
    }
}
