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
 * One run of a scenario: the processes, the clients in them, the servers, and what was found. A script says only
 * what happens and what it sees besides; oversold units, violations of mutual exclusion and stale writes are
 * read from the resource's journal.
 */
public final class ScenarioContext {

    /** In a row, so that who is seen to wait does wait. */
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
    private final List<Finding> findings = new ArrayList<>();
    private final long commandsBefore;
    private final long waitsBefore;
    private int meetings;
    private int tooLate;

    /**
     * @param signs how it is seen that somebody waits for the lock
     * @param whenDead is told of each client whose process the script has killed
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

    /** What is sold; each run has one of its own. */
    public String item() {
        return item;
    }

    /** The name of the lock that guards it. */
    public String lock() {
        return LockedStock.lockOf(item);
    }

    public Sizes sizes() {
        return sizes;
    }

    /** A setting of the scenario. */
    public String setting(String name, String otherwise) {
        return settings.getOrDefault(name, otherwise);
    }

    /** How long a lock is given for here. */
    public Duration lease() {
        return Duration.ofMillis(Integer.parseInt(settings.getOrDefault("lease", "0")));
    }

    /** How many processes there are. */
    public int processes() {
        return workers.size();
    }

    /** A process, from 1. */
    public Worker process(int number) {
        return workers.get(number - 1);
    }

    /** Somebody new, who is in this process. */
    public Client client(String name, int process) {
        Client client = new Client(name, process(process));
        clients.add(client);
        return client;
    }

    /** Somebody who is inside, and stands still there. */
    public Client inside(String name, int process) {
        return client(name, process).holdAt(LockedStock.INSIDE).begin().awaitAt(LockedStock.INSIDE);
    }

    /**
     * Somebody comes to buy while somebody else is inside; if they get in they stand still there. True if they met the lock:
     * they were refused, or are seen to wait for it, and do so until they get in. False if they got in.
     */
    public boolean meets(Client late) {
        return meets(late, Operations.BUY, LockedStock.INSIDE);
    }

    /**
     * As before, with another operation.
     *
     * @param inside the step at which whoever has got in stands still
     */
    public boolean meets(Client late, String operation, String inside) {
        long before = saidToWait();
        late.holdAt(inside).begin(operation);
        await(late.name() + " to meet the lock", () -> late.hasNews() || saidToWait() > before || isSeenToWait());
        if (late.hasNews() && (late.arrivesAt(inside) || !late.wasRefused())) {
            return false;
        }
        met();
        return true;
    }

    /**
     * As before, at a lock that somebody has had since then, and for less than a lease: that the late one gets in, and not only
     * that nobody met the lock, is a finding.
     */
    public void meetsHolderSince(long nanoTime, Client late, String inside) {
        boolean met = meets(late, Operations.BUY, inside);
        if (!met && late.isActing() && System.nanoTime() - nanoTime < lease().toNanos()) {
            found(Failure.TAKEN_OVER, "took-over", late.name());
        }
    }

    /** Somebody has met the lock, or what stands in for it: was refused because of another, or had to wait for them. */
    public void met() {
        meetings++;
    }

    /** How often somebody was seen to meet the lock, see {@link #met}. */
    public int meetings() {
        return meetings;
    }

    /** Not only for a moment: a thread is parked, too, while something is loaded that it needs. */
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

    /** How often somebody has waited for a lock since the run began, as servers count that which do. */
    public long waits() {
        return Math.max(0, backends.waits() - waitsBefore);
    }

    /** Buyers of a crowd for whom the time was over before everything was sold. */
    public int tooLate() {
        return tooLate;
    }

    /** Those who wanted to buy, got nothing, and were not said to need nothing; without the dead. */
    public List<String> emptyHanded() {
        return clients.stream()
                .filter(Client::leavesEmptyHanded)
                .map(Client::name)
                .toList();
    }

    /** How many clients there are so far. */
    public int clients() {
        return clients.size();
    }

    /** SIGKILL to the process of somebody, and so to everybody in it. */
    public void kill(Client victim) {
        victim.process().kill();
        clients.stream().filter(client -> client.process() == victim.process()).forEach(whenDead);
    }

    /** The servers of a kind that the case has named. */
    public <B extends Backend> B backend(Backend.Kind<B> kind) {
        return backends.get(kind);
    }

    /** Whether somebody has begun with something, and waits: within their JVM, or at a server that says so. */
    public boolean anybodyWaits() {
        return backends.waitingNow() > 0 || clients.stream().anyMatch(Client::isParked);
    }

    /** The lock server, to look at. */
    public Redis lockServer() {
        return backend(LockServer.KIND).redis();
    }

    public boolean isHeld() {
        return lockServer().call("EXISTS", lock()).number() == 1;
    }

    /** Whether the lock exists and will never expire. */
    public boolean isHeldForEver() {
        return lockServer().call("PTTL", lock()).number() == -1;
    }

    /** The lease of whoever holds the lock ends now: the key expires as it would have done later. */
    public void endLease() {
        backend(LockServer.KIND).endLease(lock());
        await("the lease to end", () -> !isHeld());
        process(1).look();
    }

    /** Commands that the lock servers have carried out since the run began. */
    public long commands() {
        return Math.max(0, backends.commands() - commandsBefore);
    }

    /** How often this step was reached, in all processes that run. */
    public long count(String step) {
        return counts().getOrDefault(step, 0L);
    }

    /** How often each step was reached; see {@link FailPoints}. */
    public Map<String, Long> counts() {
        return Counts.sum(
                workers.stream().filter(Worker::isRunning).map(Worker::counts).toList());
    }

    /** Waits until something is so, looking every few milliseconds. */
    public void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Worker.TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new ScenarioException("waited " + Worker.TIMEOUT.toSeconds() + " s in vain for: " + what);
            }
            pass(Duration.ofMillis(3));
        }
    }

    /** Lets time pass; only for what nothing can be seen of, such as a lease that is prolonged in time. */
    public void pass(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    /**
     * Says that the scheme failed in this way.
     *
     * @param seen the key of what was seen, in {@link Texts}
     */
    public void found(Failure failure, String seen, Object... words) {
        findings.add(new Finding(failure, Texts.of("seen." + seen, words)));
    }

    /** Buyers in all processes, as many as the sizes say, buy until everything is sold or the time is over. */
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
                findings.add(new Finding(Failure.EXCEPTION, Text.same(left.fault())));
            }
        }
    }

    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** Everybody goes on, ends what they do, and leaves. */
    public void end() {
        workers.stream().filter(Worker::isRunning).forEach(Worker::resume);
        // All of them first: one may wait for another.
        clients.forEach(Client::free);
        clients.forEach(Client::dismiss);
    }
}
