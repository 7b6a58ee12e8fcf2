import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.client.Subscription;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A lock whose waiters sleep until they are notified that it is free. Find out when a waiter sleeps on. */
public class LostWakeUp implements LockScheme {

    private static final String TAKE = """
            if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
                return redis.call('INCR', KEYS[2])
            end
            return nil
            """;
    private static final String GIVE_BACK_AND_TELL = """
            if redis.call('GET', KEYS[1]) == ARGV[1] then
                redis.call('DEL', KEYS[1])
                redis.call('PUBLISH', KEYS[1], 'free')
            end
            """;

    private final Redis redis;
    private final Duration lease;

    public LostWakeUp(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        RedisReply token = take(name, owner, System.nanoTime() + timeout.toNanos());
        if (token.isNothing()) {
            return false;
        }
        try {
            work.run(token.number());
        } finally {
            redis.call("EVAL", GIVE_BACK_AND_TELL, 1, name, owner);
        }
        return true;
    }

    /** Returns the fencing token, or nil if the deadline passed first. */
    private RedisReply take(String name, String owner, long deadline) throws InterruptedException {
        AtomicReference<CountDownLatch> sleeper = new AtomicReference<>();
        try (Subscription _ = redis.subscribe(name, message -> {
            CountDownLatch latch = sleeper.get();
            if (latch != null) {
                latch.countDown();
            }
        })) {
            while (true) {
                RedisReply token = redis.call("EVAL", TAKE, 2, name, name + ":tokens", owner, lease.toMillis());
                if (!token.isNothing()) {
                    return token;
                }
                FailPoints.hit("refused-and-awake");
                CountDownLatch latch = new CountDownLatch(1);
                sleeper.set(latch);
                if (!latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return token;
                }
            }
        }
    }
}
