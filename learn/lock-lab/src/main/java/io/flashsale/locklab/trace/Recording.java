package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.TraceStep.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a run's diagram is drawn from. It collects the steps that worker processes report, what the
 * script does to processes and servers, and what looks at the servers show. For several threads.
 */
public final class Recording implements Marks {

    /** As many steps as a reader may want to go through; later ones are only counted. */
    static final int MAX_STEPS = 1_000;

    /** How many different recent commands are remembered, to fold the repeated commands of a client that polls. */
    private static final int REMEMBERED = 12;

    /** The lane of the script's own actions. */
    static final String SCRIPT = "script";

    private static final long LAST_MOMENT_MICROS = 2_000;

    /** Threads that work for a scheme but are no clients. */
    private static final Set<String> BACKGROUND = Set.of("watchdog", "sweeper");

    /** The thread that serves calls from other processes. Its callers know it only by this name, in any process. */
    static final String CALLED = "server";

    private final long origin;
    private final String stockAddress;
    private final Map<String, String> laneOfAddress = new HashMap<>();
    private final Set<String> servers = new LinkedHashSet<>();
    private final Map<String, Integer> processOfClient = new LinkedHashMap<>();
    private final List<Recorded> steps = new ArrayList<>();
    private final Map<String, Deque<Recorded>> latest = new HashMap<>();
    private final Set<String> locks = new LinkedHashSet<>();
    private final Map<ServerLock, List<Sight>> sights = new LinkedHashMap<>();
    private volatile Runnable looks = () -> {};
    private boolean foldsRenewals;
    private int omitted;
    private long changes;

    /**
     * @param lock observed from the beginning; others are added when clients come to them
     * @param stockAddress the server of the stock, whose journal the diagram leaves out
     */
    public Recording(String lock, String stockAddress, List<LockObserver> observers) {
        this(Trace.now(), lock, stockAddress, observers);
    }

    /** @param origin when the recording began, in microseconds since 1970 */
    Recording(long origin, String lock, String stockAddress, List<LockObserver> observers) {
        this.origin = origin;
        this.stockAddress = stockAddress;
        locks.add(lock);
        observers.forEach(observer -> {
            servers.add(observer.lane());
            laneOfAddress.put(observer.address(), observer.lane());
        });
    }

    /** A lock at a server. */
    record ServerLock(String server, String lock) {}

    /** A step of a process, with the number of its repetitions. Process 0 is the script's. */
    static final class Recorded {
        final int process;
        TraceStep step;
        int times = 1;

        Recorded(int process, TraceStep step) {
            this.process = process;
            this.step = step;
        }
    }

    /** The common result of several looks in a row, from the first to the last of them. */
    static final class Sight {
        final @Nullable Holder holder;
        final long firstSent;
        final long firstAnswered;
        long lastSent;
        long lastAnswered;

        Sight(@Nullable Holder holder, long sent, long answered) {
            this.holder = holder;
            firstSent = sent;
            firstAnswered = answered;
            lastSent = sent;
            lastAnswered = answered;
        }

        /** Whether it was so at some time in between: one look was within it, or one was before and one after. */
        boolean wasWithin(long from, long to) {
            return (firstSent > from && firstAnswered < to)
                    || (lastSent > from && lastAnswered < to)
                    || Math.max(firstAnswered, from) < Math.min(lastSent, to);
        }
    }

    /** Adds another address by which the server of this lane can be called. */
    public synchronized void alsoAt(String address, String lane) {
        laneOfAddress.put(address, lane);
    }

    /** The lane of the server at this address; the argument itself if it is a lane already, or unknown. */
    public synchronized String laneOf(String address) {
        return laneOfAddress.getOrDefault(address, address);
    }

    /**
     * Makes the next steps separate ones, even if they repeat earlier ones. Until the next call, a watchdog's
     * renewals are one step with a count.
     */
    public synchronized void separate() {
        latest.clear();
        foldsRenewals = true;
    }

    /** The locks to observe. */
    public synchronized List<String> locks() {
        return List.copyOf(locks);
    }

    /** Grows with each recorded change. */
    public synchronized long changes() {
        return changes;
    }

    /** Records a step that a worker process reports. */
    public synchronized void tell(int process, TraceStep told) {
        if (told.to().equals(stockAddress)) {
            return;
        }
        TraceStep step = told.between(told.who(), laneOfAddress.getOrDefault(told.to(), told.to()));
        if (step.kind() == Kind.BEGINS) {
            processOfClient.putIfAbsent(step.who(), process);
        }
        if (step.kind() == Kind.ASKS) {
            locks.add(step.text());
        }
        if (processOfClient.containsKey(step.who()) || step.who().equals(CALLED)) {
            keep(process, step);
        } else if (step.kind() == Kind.CONNECTION) {
            keep(process, step.between("process-" + process, ""));
        } else if (BACKGROUND.contains(step.who())) {
            keep(process, step.between(step.who() + "-" + process, step.to()));
        }
    }

    /** Records a step as if its process, or the script, had reported it. */
    synchronized void keep(int process, TraceStep step) {
        changes++;
        Deque<Recorded> before = latest.computeIfAbsent(step.who(), who -> new ArrayDeque<>());
        boolean repeats = step.kind() == Kind.COMMAND || step.kind() == Kind.WAITS || step.kind() == Kind.NOTIFIED;
        if (!repeats) {
            before.clear();
        }
        boolean isRenewal = step.who().startsWith("watchdog");
        boolean folds = step.kind() != Kind.COMMAND
                || Truths.isLook(step)
                || Truths.isRefused(step)
                || (isRenewal && foldsRenewals);
        for (Recorded same : before) {
            if (folds
                    && same.step.kind() == step.kind()
                    && same.step.text().equals(step.text())
                    && same.step.answer().equals(step.answer())
                    && same.step.to().equals(step.to())) {
                same.times++;
                same.step = same.step.until(step.toMicros());
                return;
            }
        }
        if (steps.size() >= MAX_STEPS) {
            omitted++;
            return;
        }
        Recorded recorded = new Recorded(process, step);
        steps.add(recorded);
        if (repeats && (!isRenewal || foldsRenewals)) { // otherwise each renewal is shown
            before.addLast(recorded);
            if (before.size() > REMEMBERED) {
                before.removeFirst();
            }
        }
    }

    @Override
    public synchronized void mark(Kind kind, String who, String text) {
        TraceStep step = TraceStep.at(kind, Trace.now(), who, text, "");
        keep(0, kind == Kind.COMMAND ? step.between(SCRIPT, who) : step);
    }

    /** Records what was done to a whole process. */
    public synchronized void mark(Kind kind, int process) {
        keep(process, TraceStep.at(kind, Trace.now(), "process-" + process, "", ""));
    }

    /** Sets what looks at all servers. */
    public void looksBy(Runnable newLooks) {
        looks = newLooks;
    }

    /** Looks at all servers now and returns afterwards, for a script whose clients are held. */
    public void look() {
        looks.run();
    }

    /**
     * Looks at a server now, for the holder of each observed lock. One look at a time: the later of two concurrent
     * looks would be dropped, and the script's look shows what no later look sees.
     */
    public void look(LockObserver observer) {
        synchronized (observer) {
            if (observer.isThere()) {
                locks().forEach(lock -> look(observer, lock));
            }
        }
    }

    private void look(LockObserver observer, String lock) {
        long sent = Trace.now();
        try {
            Holder holder = observer.look(lock);
            saw(observer.lane(), lock, holder, sent, Trace.now());
        } catch (RuntimeException noAnswer) {
            // expected: scripts kill servers and cut them off; the next look may succeed
        }
    }

    /** Records the result of a look; null if the server holds the lock for nobody. */
    synchronized void saw(String server, String lock, @Nullable Holder holder, long sent, long answered) {
        if (omitted > 0) {
            return; // commands are missing, so changes could not be attributed any more
        }
        Long over = holder == null ? null : holder.expiresAtMicros();
        if (over != null && over < answered + LAST_MOMENT_MICROS) {
            return; // it expires before the look is of any use
        }
        List<Sight> all = sights.computeIfAbsent(new ServerLock(server, lock), key -> new ArrayList<>());
        if (!all.isEmpty() && sent < all.getLast().lastAnswered) {
            return; // overlaps another look: their order is unknown
        }
        if (!all.isEmpty() && isSame(all.getLast().holder, holder)) {
            all.getLast().lastSent = sent;
            all.getLast().lastAnswered = answered;
            return;
        }
        changes++;
        all.add(new Sight(holder, sent, answered));
    }

    private static boolean isSame(@Nullable Holder one, @Nullable Holder other) {
        return one == null ? other == null : other != null && one.isSameLeaseAs(other);
    }

    /** The diagram, from what is recorded so far. */
    public synchronized Diagram diagram() {
        Truths truths = new Truths(steps, sights, processOfClient);
        return Diagram.of(origin, servers, processOfClient, steps, truths, omitted);
    }
}
