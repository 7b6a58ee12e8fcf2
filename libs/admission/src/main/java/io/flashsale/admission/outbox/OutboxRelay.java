package io.flashsale.admission.outbox;

import static java.util.stream.Collectors.groupingBy;

import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.outbox.QueueSender.Sent;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what requests left in the outbox when the queue was down or the process died, and what Redis has lost of it
 * but the database has saved.
 *
 * <p>Takes only groups that are older than a request waits for the queue, so in normal operation it finds nothing.
 * It forgets a group after the queue acknowledged it; if a relay dies in between, the next one sends again. Several
 * relays share the work shard by shard through a lock, which is only an optimization: without it reservations are
 * sent twice, which every consumer expects.
 *
 * <p>Faults stay local: shards are relayed side by side, and an unacknowledged group does not hold up others. A
 * campaign with an unacknowledged group is left alone for the rest of the run.
 */
public final class OutboxRelay {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    /** Pause between two looks at a shard, and between two calls of {@link #run}. */
    public static final Duration INTERVAL = Duration.ofMillis(500);

    /** How many groups are sent together. */
    private static final int BATCH = 500;

    private static final Duration BATCH_MUST_BE_ACKNOWLEDGED_IN = Duration.ofSeconds(10);

    private final RedissonClient redis;
    private final ReservationOutbox outbox;
    private final StockGateKeys keys;
    private final QueueSender sender;
    private final SavedGroups saved;
    private final Duration overdueAfter;
    private final Duration acknowledgedIn;
    private final LongAdder relayed = new LongAdder();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /**
     * @param kind as of the gates
     * @param overdueAfter well above the queue timeout of {@link AdmissionService}
     */
    public OutboxRelay(
            RedissonClient redis, String kind, ReservationQueue queue, SavedGroups saved, Duration overdueAfter) {
        this(redis, kind, queue, saved, overdueAfter, BATCH_MUST_BE_ACKNOWLEDGED_IN);
    }

    /** @param acknowledgedIn how long a batch may take */
    OutboxRelay(
            RedissonClient redis,
            String kind,
            ReservationQueue queue,
            SavedGroups saved,
            Duration overdueAfter,
            Duration acknowledgedIn) {
        this.redis = redis;
        this.keys = new StockGateKeys(kind);
        this.outbox = new ReservationOutbox(redis, keys);
        this.sender = new QueueSender(queue, System::nanoTime);
        this.saved = saved;
        this.overdueAfter = overdueAfter;
        this.acknowledgedIn = acknowledgedIn;
    }

    /**
     * Sends what is overdue; to be called periodically. What cannot be sent stays for the next run; the log reports
     * that once, not every time. Takes as long as the slowest shard, while the other shards are looked at again. Then
     * follows what the database has saved: what an outbox still had is mostly forgotten there by then.
     *
     * @return how many reservations the queue acknowledged
     */
    public int run() throws InterruptedException {
        CountDownLatch slowest = new CountDownLatch(Shards.COUNT);
        List<Callable<Integer>> shards = IntStream.range(0, Shards.COUNT)
                .<Callable<Integer>>mapToObj(shard -> () -> untilAllHaveRun(shard, slowest))
                .toList();
        int acknowledged;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            acknowledged = threads.invokeAll(shards).stream()
                    .mapToInt(Future::resultNow)
                    .sum();
        }
        return acknowledged + lookAtSaved();
    }

    /** Sends what is overdue in one shard; returns how many reservations the queue acknowledged. */
    int look(int shard) throws InterruptedException {
        return new Run(new Shard(shard)).asFarAsPossible();
    }

    /** The same for what the database has saved. */
    int lookAtSaved() throws InterruptedException {
        return new Run(new Saved()).asFarAsPossible();
    }

    /** Repeats the look at this shard while another shard waits for the queue. */
    private int untilAllHaveRun(int shard, CountDownLatch slowest) throws InterruptedException {
        int acknowledged;
        try {
            acknowledged = look(shard);
        } finally {
            slowest.countDown();
        }
        while (!slowest.await(INTERVAL.toNanos(), TimeUnit.NANOSECONDS)) {
            acknowledged += look(shard);
        }
        return acknowledged;
    }

    /** Where groups wait for the relay. */
    private interface Source {

        String name();

        /** False if there is nothing, or another relay sends from here. */
        boolean tryLock() throws InterruptedException;

        void unlock();

        /** The next groups that are overdue, at most {@value #BATCH}; after that one, or from the beginning. */
        List<ReservationGroup> overdue(@Nullable ReservationGroup last);

        /** Forgets what the queue has. */
        void forget(List<ReservationGroup> sent);
    }

    private final class Shard implements Source {

        private final int number;
        private final RLock lock;

        Shard(int number) {
            this.number = number;
            this.lock = redis.getLock(keys.outbox(number) + ":relay");
        }

        @Override
        public String name() {
            return "shard " + number;
        }

        /** A fixed lease: a relay that hangs must not lock the others out for longer than a batch may take. */
        @Override
        public boolean tryLock() throws InterruptedException {
            return outbox.length(number) > 0 && lock.tryLock(0, acknowledgedIn.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void unlock() {
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }

        @Override
        public List<ReservationGroup> overdue(@Nullable ReservationGroup last) {
            String after = last == null ? ReservationOutbox.BEGINNING : last.outboxEntry();
            return outbox.overdue(overdueAfter, number, after, BATCH);
        }

        @Override
        public void forget(List<ReservationGroup> sent) {
            outbox.forget(number, sent);
            saved.forget(sent);
        }
    }

    /** What the database has saved. It is sent also while Redis is away, and so without a lock. */
    private final class Saved implements Source {

        @Override
        public String name() {
            return "the database";
        }

        @Override
        public boolean tryLock() {
            return true;
        }

        @Override
        public void unlock() {}

        @Override
        public List<ReservationGroup> overdue(@Nullable ReservationGroup last) {
            return saved.overdue(overdueAfter, last == null ? 0 : last.first(), BATCH);
        }

        @Override
        public void forget(List<ReservationGroup> sent) {
            saved.forget(sent);
        }
    }

    /** One look at one source. */
    private final class Run {

        private final Source source;
        private final Set<Long> failedCampaigns = new HashSet<>();
        private @Nullable Throwable fault;
        private int acknowledged;

        Run(Source source) {
            this.source = source;
        }

        int asFarAsPossible() throws InterruptedException {
            try {
                alone();
            } catch (RedisException unreachable) {
                fault = unreachable;
            }
            report();
            return acknowledged;
        }

        private void alone() throws InterruptedException {
            if (!source.tryLock()) {
                return;
            }
            try {
                ReservationGroup last = null;
                List<ReservationGroup> batch;
                do {
                    batch = source.overdue(last);
                    if (!batch.isEmpty()) {
                        last = batch.getLast();
                        send(batch);
                    }
                } while (batch.size() == BATCH); // after an entry is set aside, the next run goes on
            } finally {
                source.unlock();
            }
        }

        private void send(List<ReservationGroup> batch) throws InterruptedException {
            long deadline = System.nanoTime() + acknowledgedIn.toNanos();
            List<ReservationGroup> done = new ArrayList<>(batch.size());
            List<ReservationGroup> promising = batch.stream()
                    .filter(group -> !failedCampaigns.contains(group.campaignId()))
                    .toList();
            for (Sent sent : sender.send(promising, deadline)) {
                ReservationGroup group = sent.group();
                try {
                    sent.acknowledged().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    done.add(group);
                } catch (ExecutionException | TimeoutException notTaken) {
                    failedCampaigns.add(group.campaignId());
                    fault = notTaken;
                }
            }
            if (!done.isEmpty()) {
                source.forget(done);
                int reservations =
                        done.stream().mapToInt(ReservationGroup::size).sum();
                acknowledged += reservations;
                relayed.add(reservations);
            }
        }

        private void report() {
            if (acknowledged > 0) {
                log.info("relayed {} reservations of {}", acknowledged, source.name());
            }
            if (fault == null) {
                if (failing.remove(source.name())) {
                    log.info("the relay of {} works again", source.name());
                }
            } else if (failing.add(source.name())) {
                log.warn(
                        "the relay cannot send all of {}; what is there stays there{}",
                        source.name(),
                        failedCampaigns.isEmpty() ? "" : ", of campaigns " + failedCampaigns,
                        fault);
            }
        }
    }

    /** Reservations since the start that the queue acknowledged to this relay. */
    public long relayed() {
        return relayed.sum();
    }

    /** Groups in the outbox, overdue or not. */
    public long outboxLength() {
        return outbox.length();
    }

    /**
     * Age of the oldest group in the outbox, by this machine's clock, or in the database, by its own; zero if there is
     * none.
     */
    public Duration oldestAge() {
        Duration inOutbox = outbox.oldest()
                .map(oldest -> Duration.between(oldest, Instant.now()))
                .orElse(Duration.ZERO);
        return Collections.max(List.of(inOutbox, saved.oldestAge(), Duration.ZERO));
    }

    /**
     * Marks what these campaigns have in the outboxes. A campaign is past the mark once all of that has gone to the
     * queue, and the database has nothing saved of it. Later entries, those of other campaigns, and clocks do not
     * matter.
     */
    public Backlog.Mark mark(Collection<Long> campaignIds) {
        List<Backlog.Mark> shards = new ArrayList<>();
        campaignIds.stream()
                .collect(groupingBy(Shards::of))
                .forEach((shard, some) -> shards.add(new OutboxMark(outbox, shard, some)));
        return new MarkOfAll(Set.copyOf(campaignIds), shards, saved);
    }

    private record MarkOfAll(Set<Long> campaigns, List<Backlog.Mark> shards, SavedGroups saved)
            implements Backlog.Mark {

        @Override
        public Set<Long> waiting() throws ExecutionException {
            Set<Long> waiting = new HashSet<>(saved.waiting(campaigns));
            for (Backlog.Mark shard : shards) {
                waiting.addAll(shard.waiting());
            }
            return waiting;
        }
    }
}
