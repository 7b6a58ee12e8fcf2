import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.client.Subscription;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A lock whose waiters sleep until they are notified. It also keeps a notification that arrives before they sleep. */
public class KeptWakeUp implements LockScheme {

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

    public KeptWakeUp(Redis redis, Duration lease) {
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
        Semaphore messages = new Semaphore(0);
        try (Subscription _ = redis.subscribe(name, message -> messages.release())) {
            while (true) {
                RedisReply token = redis.call("EVAL", TAKE, 2, name, name + ":tokens", owner, lease.toMillis());
                if (!token.isNothing()) {
                    return token;
                }
                FailPoints.hit("refused-and-awake");
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return token;
                }
                messages.tryAcquire(Math.min(left, lease.toNanos()), TimeUnit.NANOSECONDS); // dead holders send nothing
            }
        }
    }
}
