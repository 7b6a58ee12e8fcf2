package io.flashsale.admission;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what requests left in the outbox: because the queue was down, or because the process died between gate and
 * queue.
 *
 * <p>Takes only entries that are older than a request waits for the queue, so in normal running it finds nothing.
 * Entries are forgotten after the queue acknowledged them: a relay that dies in the middle is followed by another that
 * sends again. Several relays share the work shard by shard through a lock that is for speed only; without it
 * reservations are sent twice, which every consumer expects.
 */
public final class OutboxRelay {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    /** Groups that are sent together. */
    private static final int BATCH = 500;

    private static final Duration BATCH_MUST_BE_ACKNOWLEDGED_IN = Duration.ofSeconds(10);

    private final RedissonClient redis;
    private final Outbox outbox;
    private final StockGateKeys keys;
    private final ReservationQueue queue;
    private final Duration overdueAfter;
    private final LongAdder relayed = new LongAdder();
    private volatile boolean failing;

    /**
     * @param kind as of the gates
     * @param overdueAfter well above the queue timeout of {@link AdmissionService}
     */
    public OutboxRelay(RedissonClient redis, String kind, ReservationQueue queue, Duration overdueAfter) {
        this.redis = redis;
        this.keys = new StockGateKeys(kind);
        this.outbox = new Outbox(redis, keys);
        this.queue = queue;
        this.overdueAfter = overdueAfter;
    }

    /**
     * Sends what is overdue as far as that goes; to be called again and again. What cannot be sent stays for the next
     * run, and the log says so once, not every time.
     *
     * @return how many reservations the queue acknowledged, unless something failed in the middle
     */
    public int runAsFarAsPossible() throws InterruptedException {
        try {
            int sent = run();
            if (failing) {
                log.info("the relay works again");
                failing = false;
            }
            return sent;
        } catch (RedisException | ExecutionException | TimeoutException fault) {
            if (!failing) {
                log.warn("the relay cannot send now; what is in the outbox stays there", fault);
                failing = true;
            }
            return 0;
        }
    }

    /**
     * Sends everything that is overdue.
     *
     * @return how many reservations the queue acknowledged
     * @throws ExecutionException when the queue refused a group; what it acknowledged before is forgotten, the
     *     rest stays for the next run
     * @throws TimeoutException likewise, when it did not answer
     */
    public int run() throws InterruptedException, ExecutionException, TimeoutException {
        int sent = 0;
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            if (outbox.length(shard) > 0) {
                sent += runAlone(shard);
            }
        }
        return sent;
    }

    private int runAlone(int shard) throws InterruptedException, ExecutionException, TimeoutException {
        RLock relayLock = redis.getLock(keys.outbox(shard) + ":relay");
        // A fixed lease: a relay that hangs must not keep the others out for longer than a batch may take.
        if (!relayLock.tryLock(0, BATCH_MUST_BE_ACKNOWLEDGED_IN.toMillis(), TimeUnit.MILLISECONDS)) {
            return 0;
        }
        try {
            int sent = 0;
            List<ReservationGroup> batch;
            do {
                batch = outbox.overdue(overdueAfter, shard, BATCH);
                sent += send(shard, batch);
            } while (batch.size() == BATCH);
            if (sent > 0) {
                log.info("relayed {} reservations of shard {}", sent, shard);
            }
            return sent;
        } finally {
            if (relayLock.isHeldByCurrentThread()) {
                relayLock.unlock();
            }
        }
    }

    private int send(int shard, List<ReservationGroup> batch)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (batch.isEmpty()) {
            return 0;
        }
        CompletableFuture.allOf(batch.stream().map(queue::sendOrFail).toArray(CompletableFuture[]::new))
                .get(BATCH_MUST_BE_ACKNOWLEDGED_IN.toMillis(), TimeUnit.MILLISECONDS);
        int reservations = batch.stream().mapToInt(ReservationGroup::size).sum();
        relayed.add(reservations);
        outbox.forget(shard, batch.stream().map(ReservationGroup::outboxEntry).toList());
        return reservations;
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
     * Whether the outbox that holds this campaign's reservations has an entry of at least this age; other campaigns of
     * the shard count in.
     */
    public boolean holdsOlderThan(Duration age, long campaignId) {
        return !outbox.overdue(age, Shards.of(campaignId), 1).isEmpty();
    }
}
