package io.flashsale.locklab.scenario;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.text.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One run of a scenario: processes, clients, servers and findings. A script only reports what it sees itself.
 * Oversold units, mutual-exclusion violations and stale writes come from the resource's journal.
 */
public final class ScenarioContext {

    /** Looks in a row that must agree before a client counts as waiting. */
    private static final int LOOKS = 4;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);

    private final String item;
    private final Sizes sizes;
    private final Map<String, String> settings;
    private final List<Worker> workers;
    private final Backends backends;
    private final WaitingSigns signs;
    private final Consumer<Client> whenDead;
    private final List<Client> clients = new ArrayList<>();
    private final List<ObservedFailure> findings = new ArrayList<>();
    private final long commandsBefore;
    private final long waitsBefore;
    private int meetings;
    private int tooLate;

    /**
     * @param signs how to see from outside that a client waits for the lock
     * @param whenDead is called with each client whose process the script has killed
     */
    public ScenarioContext(
            String item,
            Sizes sizes,
            Map<String, String> settings,
            List<Worker> workers,
            Backends backends,
            WaitingSigns signs,
            Consumer<Client> whenDead) {
        this.item = item;
        this.sizes = sizes;
        this.settings = Map.copyOf(settings);
        this.workers = List.copyOf(workers);
        this.backends = backends;
        this.signs = signs;
        this.whenDead = whenDead;
        this.commandsBefore = backends.commands();
        this.waitsBefore = backends.waits();
    }

    /** The item on sale; each run has its own. */
    public String item() {
        return item;
    }

    /** The name of the lock that guards the item. */
    public String lock() {
        return LockedStock.lockOf(item);
    }

    public Sizes sizes() {
        return sizes;
    }

    public String setting(String name, String otherwise) {
        return settings.getOrDefault(name, otherwise);
    }

    /** The lease of a lock here. */
    public Duration lease() {
        return Duration.ofMillis(Integer.parseInt(settings.getOrDefault("lease", "0")));
    }

    public int processes() {
        return workers.size();
    }

    /** A process, from 1. */
    public Worker process(int number) {
        return workers.get(number - 1);
    }

    /** Creates a client in this process. */
    public Client client(String name, int process) {
        Client client = new Client(name, process(process));
        clients.add(client);
        return client;
    }

    /** Creates a client that is inside and held there. */
    public Client inside(String name, int process) {
        return client(name, process).holdAt(LockedStock.INSIDE).begin().awaitAt(LockedStock.INSIDE);
    }

    /**
     * Lets a client come to buy while another is inside; if it gets in, it is held there. Returns true if it met the
     * lock: it was refused, or is seen to wait until it gets in. Returns false if it got in without that.
     */
    public boolean meets(Client late) {
        return meets(late, Operations.BUY, LockedStock.INSIDE);
    }

    /**
     * As before, with another operation.
     *
     * @param inside the step at which a client that has got in is held
     */
    public boolean meets(Client late, String operation, String inside) {
        awaitMeeting(late, () -> late.holdAt(inside).begin(operation));
        if (late.hasNews() && (late.arrivesAt(inside) || !late.wasRefused())) {
            return false;
        }
        met();
        return true;
    }

    /**
     * As before, at a lock that another client has held since then, for less than a lease. If the late client gets
     * in, that is a finding and not only a doubt about the run.
     */
    public void meetsHolderSince(long nanoTime, Client late, String inside) {
        boolean met = meets(late, Operations.BUY, inside);
        if (!met && late.isActing() && System.nanoTime() - nanoTime < lease().toNanos()) {
            found(Failure.TAKEN_OVER, "took-over", late.name());
        }
    }

    /** Whether a client that waits goes on waiting after this event, which makes it look again or leaves it asleep. */
    public boolean stillWaits(Client late, Runnable event) {
        awaitMeeting(late, event);
        return !late.hasNews();
    }

    private void awaitMeeting(Client late, Runnable event) {
        long before = saidToWait();
        event.run();
        await(late.name() + " to meet the lock", () -> late.hasNews() || saidToWait() > before || isSeenToWait());
    }

    /** Counts a client that met the lock or its equivalent: another client made it wait, or had it refused. */
    public void met() {
        meetings++;
    }

    /** How often a client was seen to meet the lock, see {@link #met}. */
    public int meetings() {
        return meetings;
    }

    /** Looks several times, because a thread is also parked for a moment while it loads something. */
    private boolean isSeenToWait() {
        for (int look = 1; look <= LOOKS; look++) {
            if (!signs.show(this)) {
                return false;
            }
            pass(BETWEEN_LOOKS);
        }
        return true;
    }

    private long saidToWait() {
        Map<String, Long> counts = counts();
        return counts.getOrDefault(FailPoints.WAITS, 0L) + counts.getOrDefault(FailPoints.RETRIED, 0L);
    }

    /** Waits for a lock since the run began, from the servers that count them. */
    public long waits() {
        return Math.max(0, backends.waits() - waitsBefore);
    }

    /** The crowd's buyers that ran out of time before everything was sold. */
    public int tooLate() {
        return tooLate;
    }

    /** Living clients that wanted to buy, got nothing, and were not allowed to end so. */
    public List<String> emptyHanded() {
        return clients.stream()
                .filter(Client::leavesEmptyHanded)
                .map(Client::name)
                .toList();
    }

    /** How many clients act now. */
    public long acting() {
        return clients.stream().filter(Client::isActing).count();
    }

    /** The exceptions that clients got, other than those that the scenario threw. */
    public List<String> exceptions() {
        return clients.stream()
                .map(Client::exception)
                .filter(exception -> !exception.isEmpty())
                .toList();
    }

    /** Kills a client's process (SIGKILL), and so every client in it. */
    public void kill(Client victim) {
        victim.process().kill();
        clients.stream().filter(client -> client.process() == victim.process()).forEach(whenDead);
    }

    /** The servers of a kind that the case has named. */
    public <B extends Backend> B backend(Backend.Kind<B> kind) {
        return backends.get(kind);
    }

    /** Whether any client waits: within its JVM, or at a server that says so. */
    public boolean anybodyWaits() {
        return backends.waitingNow() > 0 || clients.stream().anyMatch(Client::isParked);
    }

    /** A client for looking at the lock server. */
    public Redis lockServer() {
        return backend(LockServer.KIND).redis();
    }

    public boolean isHeld() {
        return lockServer().call("EXISTS", lock()).number() == 1;
    }

    /** Whether the lock exists and never expires. */
    public boolean isHeldForEver() {
        return leaseLeft() == -1;
    }

    /** The time left of the lock's lease, in milliseconds; not positive without a lease or without a lock. */
    public long leaseLeft() {
        return lockServer().call("PTTL", lock()).number();
    }

    /** Takes away a third of the present lease, as if that time had passed. Returns what may be left, in milliseconds. */
    public long ageLease() {
        Duration left = lease().multipliedBy(2).dividedBy(3);
        backend(LockServer.KIND).setLease(lock(), left);
        return left.toMillis();
    }

    /** Ends the present holder's lease now, as if its time had passed. */
    public void endLease() {
        backend(LockServer.KIND).endLease(lock());
        await("the lease to end", () -> !isHeld());
        process(1).look();
    }

    /** Commands that the lock servers have run since the run began. */
    public long commands() {
        return Math.max(0, backends.commands() - commandsBefore);
    }

    /** How often this step was reached, in all running processes. */
    public long count(String step) {
        return counts().getOrDefault(step, 0L);
    }

    /** How often each step was reached; see {@link FailPoints}. */
    public Map<String, Long> counts() {
        return Counts.sum(
                workers.stream().filter(Worker::isRunning).map(Worker::counts).toList());
    }

    /** Waits until the condition is true, checking every few milliseconds. */
    public void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Worker.TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new ScenarioException("waited " + Worker.TIMEOUT.toSeconds() + " s in vain for: " + what);
            }
            pass(Duration.ofMillis(3));
        }
    }

    /** Lets time pass. Use it only for what cannot be observed, such as a lease that is renewed in time. */
    public void pass(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    /**
     * Reports that the scheme failed in this way.
     *
     * @param seen the key of the evidence, in {@link Texts}
     */
    public void found(Failure failure, String seen, Object... words) {
        findings.add(new ObservedFailure(failure, Texts.of("seen." + seen, words)));
    }

    /** Lets buyers in all processes, in the chosen sizes, buy until everything is sold or the time is over. */
    public void crowd() {
        int first = 1;
        for (int number = 1; number <= sizes.processes(); number++) {
            int share = sizes.buyers() / sizes.processes() + (number <= sizes.buyers() % sizes.processes() ? 1 : 0);
            process(number).sendCrowd(first, share, sizes.atMost());
            first += share;
        }
        for (int number = 1; number <= sizes.processes(); number++) {
            Worker.CrowdLeft left = process(number).awaitCrowd(sizes.atMost());
            tooLate += left.tooLate();
            if (!left.fault().isEmpty()) {
                findings.add(new ObservedFailure(Failure.EXCEPTION, Text.same(left.fault())));
            }
        }
    }

    public List<ObservedFailure> findings() {
        return List.copyOf(findings);
    }

    /** Releases all clients, and waits until they have ended. */
    public void end() {
        workers.stream().filter(Worker::isRunning).forEach(Worker::resume);
        // Releases all first, because a client may wait for another.
        clients.forEach(Client::free);
        clients.forEach(Client::dismiss);
    }
}
