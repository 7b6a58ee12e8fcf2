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
 * Sends what requests left in the outbox when the queue was down or the process died.
 *
 * <p>Takes only entries that are older than a request waits for the queue, so in normal operation it finds nothing.
 * It forgets an entry after the queue acknowledged it; if a relay dies in between, the next one sends again. Several
 * relays share the work shard by shard through a lock, which is only an optimization: without it reservations are
 * sent twice, which every consumer expects.
 *
 * <p>Faults stay local: shards are relayed side by side, and an unacknowledged entry does not hold up others. A
 * campaign with an unacknowledged entry is left alone for the rest of the run.
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
    private final Duration overdueAfter;
    private final LongAdder relayed = new LongAdder();
    private final Set<Integer> failing = ConcurrentHashMap.newKeySet();

    /**
     * @param kind as of the gates
     * @param overdueAfter well above the queue timeout of {@link AdmissionService}
     */
    public OutboxRelay(RedissonClient redis, String kind, ReservationQueue queue, Duration overdueAfter) {
        this.redis = redis;
        this.keys = new StockGateKeys(kind);
        this.outbox = new ReservationOutbox(redis, keys);
        this.sender = new QueueSender(queue, System::nanoTime);
        this.overdueAfter = overdueAfter;
    }

    /**
     * Sends what is overdue; to be called periodically. What cannot be sent stays for the next run; the log reports
     * that once, not every time. Takes as long as the slowest shard, while the other shards are looked at again.
     *
     * @return how many reservations the queue acknowledged
     */
    public int run() throws InterruptedException {
        CountDownLatch slowest = new CountDownLatch(Shards.COUNT);
        List<Callable<Integer>> shards = IntStream.range(0, Shards.COUNT)
                .<Callable<Integer>>mapToObj(shard -> () -> untilAllHaveRun(shard, slowest))
                .toList();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(shards).stream()
                    .mapToInt(Future::resultNow)
                    .sum();
        }
    }

    /** Repeats the look at this shard while another shard waits for the queue. */
    private int untilAllHaveRun(int shard, CountDownLatch slowest) throws InterruptedException {
        int acknowledged;
        try {
            acknowledged = new Run(shard).asFarAsPossible();
        } finally {
            slowest.countDown();
        }
        while (!slowest.await(INTERVAL.toNanos(), TimeUnit.NANOSECONDS)) {
            acknowledged += new Run(shard).asFarAsPossible();
        }
        return acknowledged;
    }

    /** One look at the outbox of one shard. */
    private final class Run {

        private final int shard;
        private final Set<Long> failedCampaigns = new HashSet<>();
        private @Nullable Throwable fault;
        private int acknowledged;

        Run(int shard) {
            this.shard = shard;
        }

        int asFarAsPossible() throws InterruptedException {
            try {
                if (outbox.length(shard) > 0) {
                    alone();
                }
            } catch (RedisException unreachable) {
                fault = unreachable;
            }
            report();
            return acknowledged;
        }

        private void alone() throws InterruptedException {
            RLock relayLock = redis.getLock(keys.outbox(shard) + ":relay");
            // A fixed lease: a relay that hangs must not lock the others out for longer than a batch may take.
            if (!relayLock.tryLock(0, BATCH_MUST_BE_ACKNOWLEDGED_IN.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            try {
                String after = ReservationOutbox.BEGINNING;
                List<ReservationGroup> batch;
                do {
                    batch = outbox.overdue(overdueAfter, shard, after, BATCH);
                    if (!batch.isEmpty()) {
                        after = batch.getLast().outboxEntry();
                        send(batch);
                    }
                } while (batch.size() == BATCH); // after an entry is set aside, the next run goes on
            } finally {
                if (relayLock.isHeldByCurrentThread()) {
                    relayLock.unlock();
                }
            }
        }

        private void send(List<ReservationGroup> batch) throws InterruptedException {
            long deadline = System.nanoTime() + BATCH_MUST_BE_ACKNOWLEDGED_IN.toNanos();
            List<ReservationGroup> done = new ArrayList<>(batch.size());
            int reservations = 0;
            List<ReservationGroup> promising = batch.stream()
                    .filter(group -> !failedCampaigns.contains(group.campaignId()))
                    .toList();
            for (Sent sent : sender.send(promising, deadline)) {
                ReservationGroup group = sent.group();
                try {
                    sent.acknowledged().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    done.add(group);
                    reservations += group.size();
                } catch (ExecutionException | TimeoutException notTaken) {
                    failedCampaigns.add(group.campaignId());
                    fault = notTaken;
                }
            }
            if (!done.isEmpty()) {
                outbox.forget(shard, done);
                acknowledged += reservations;
                relayed.add(reservations);
            }
        }

        private void report() {
            if (acknowledged > 0) {
                log.info("relayed {} reservations of shard {}", acknowledged, shard);
            }
            if (fault == null) {
                if (failing.remove(shard)) {
                    log.info("the relay of shard {} works again", shard);
                }
            } else if (failing.add(shard)) {
                log.warn(
                        "the relay cannot send all of shard {}; what is in the outbox stays there{}",
                        shard,
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

    /** Age of the oldest group by this machine's clock; zero if there is none. */
    public Duration oldestAge() {
        Duration age = outbox.oldest()
                .map(oldest -> Duration.between(oldest, Instant.now()))
                .orElse(Duration.ZERO);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /**
     * Marks what these campaigns have in the outboxes. A campaign is past the mark once all of that has gone to the
     * queue. Later entries, those of other campaigns, and clocks do not matter.
     */
    public Backlog.Mark mark(Collection<Long> campaignIds) {
        List<Backlog.Mark> shards = new ArrayList<>();
        campaignIds.stream()
                .collect(groupingBy(Shards::of))
                .forEach((shard, some) -> shards.add(new OutboxMark(outbox, shard, some)));
        return new MarkOfShards(Set.copyOf(campaignIds), shards);
    }

    private record MarkOfShards(Set<Long> campaigns, List<Backlog.Mark> shards) implements Backlog.Mark {

        @Override
        public Set<Long> waiting() throws ExecutionException {
            Set<Long> waiting = new HashSet<>();
            for (Backlog.Mark shard : shards) {
                waiting.addAll(shard.waiting());
            }
            return waiting;
        }
    }
}
