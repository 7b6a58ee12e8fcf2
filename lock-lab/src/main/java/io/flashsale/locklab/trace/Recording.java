package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.Step.Kind;
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
 * Everything that one run's diagram is drawn from: the steps that worker processes tell, what the script does to processes and
 * servers, and what the servers answer when they are looked at. For several threads.
 */
public final class Recording implements Marks {

    /** As many steps as somebody may want to go through; further ones are counted only. */
    static final int MAX_STEPS = 1_000;

    /** So many different commands in a row are known again when somebody asks over and over, and gets nothing. */
    private static final int REMEMBERED = 12;

    /** The lane of what the script does itself. */
    static final String SCRIPT = "script";

    private static final long LAST_MOMENT_MICROS = 2_000;

    /** Threads that work for a scheme and are no client. */
    private static final Set<String> BACKGROUND = Set.of("watchdog", "sweeper");

    /** The thread that serves calls from other processes. Whichever process it is in, its callers know it by this name only. */
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
     * @param lock the lock that is looked at from the beginning; others as clients come to them
     * @param stockAddress the server of the stock, whose journal is the lab's own affair
     */
    public Recording(String lock, String stockAddress, List<LockObserver> observers) {
        this(Trace.now(), lock, stockAddress, observers);
    }

    /** @param origin when it began, in microseconds since 1970 */
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

    /** A step of a process, which may stand for several that were the same; 0 is the process of the script. */
    static final class Recorded {
        final int process;
        Step step;
        int times = 1;

        Recorded(int process, Step step) {
            this.process = process;
            this.step = step;
        }
    }

    /** What several looks in a row have shown: from the first of them to the last. */
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

        /** Whether it was so at some time in between: one look was wholly within it, or one was before and one after. */
        boolean wasWithin(long from, long to) {
            return (firstSent > from && firstAnswered < to)
                    || (lastSent > from && lastAnswered < to)
                    || Math.max(firstAnswered, from) < Math.min(lastSent, to);
        }
    }

    /** The server of this lane can be called by another address, too. */
    public synchronized void alsoAt(String address, String lane) {
        laneOfAddress.put(address, lane);
    }

    /** The lane of whoever is called by this address; the address itself if it is none's, or a lane already. */
    public synchronized String laneOf(String address) {
        return laneOfAddress.getOrDefault(address, address);
    }

    /**
     * What is done from now on is a step of its own even if it repeats what was done before; until the next call of this, the
     * renewals of a watchdog are one step with a number.
     */
    public synchronized void separate() {
        latest.clear();
        foldsRenewals = true;
    }

    /** The locks that are worth a look. */
    public synchronized List<String> locks() {
        return List.copyOf(locks);
    }

    /** Grows with everything that is recorded. */
    public synchronized long changes() {
        return changes;
    }

    /** Takes down a step that a worker process tells. */
    public synchronized void tell(int process, Step told) {
        if (told.to().equals(stockAddress)) {
            return;
        }
        Step step = told.between(told.who(), laneOfAddress.getOrDefault(told.to(), told.to()));
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

    /** As if its process had told it, or the script. */
    synchronized void keep(int process, Step step) {
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
        if (repeats && (!isRenewal || foldsRenewals)) { // else each renewal is one to be seen
            before.addLast(recorded);
            if (before.size() > REMEMBERED) {
                before.removeFirst();
            }
        }
    }

    @Override
    public synchronized void mark(Kind kind, String who, String text) {
        Step step = Step.at(kind, Trace.now(), who, text, "");
        keep(0, kind == Kind.COMMAND ? step.between(SCRIPT, who) : step);
    }

    /** Something was done to a whole process. */
    public synchronized void mark(Kind kind, int process) {
        keep(process, Step.at(kind, Trace.now(), "process-" + process, "", ""));
    }

    /** Whom to ask for looks at all servers. */
    public void looksBy(Runnable newLooks) {
        looks = newLooks;
    }

    /** Looks at all servers now, and returns when this was done: for a script whose clients stand still. */
    public void look() {
        looks.run();
    }

    /**
     * Looks at a server now, for whom it holds each of the locks that are worth a look. One look at a time: of two at once the later one
     * would be dropped, and the script's shows what nobody sees afterwards.
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
            // as scripts kill servers, and cut them off; the next look may have one
        }
    }

    /** What a look at a server has shown; null if it holds the lock for nobody. */
    synchronized void saw(String server, String lock, @Nullable Holder holder, long sent, long answered) {
        if (omitted > 0) {
            return; // whose commands they were could not be told any more
        }
        Long over = holder == null ? null : holder.expiresAtMicros();
        if (over != null && over < answered + LAST_MOMENT_MICROS) {
            return; // it is over before anybody could make anything of it
        }
        List<Sight> all = sights.computeIfAbsent(new ServerLock(server, lock), key -> new ArrayList<>());
        if (!all.isEmpty() && sent < all.getLast().lastAnswered) {
            return; // it was under way at the same time as another: which of them came first is not known
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

    /** As it is by now. */
    public synchronized Diagram diagram() {
        Truths truths = new Truths(steps, sights, processOfClient);
        return Diagram.of(origin, servers, processOfClient, steps, truths, omitted);
    }
}
