import io.flashsale.locklab.own.StringRedisTemplate;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A reentrant lock: each thread counts its entries, and deletes the key when it leaves the last. Whose key is it? */
public class CountedInThread implements LockScheme {

    private final StringRedisTemplate redis;
    private final Duration lease;
    private final ThreadLocal<Map<String, Integer>> entries = ThreadLocal.withInitial(HashMap::new);

    public CountedInThread(StringRedisTemplate redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (!enter(name)) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            leave(name);
        }
        return true;
    }

    private boolean enter(String name) {
        boolean mine = entries.get().containsKey(name);
        if (!mine && !redis.opsForValue().setIfAbsent(name, "taken", lease)) {
            return false;
        }
        entries.get().merge(name, 1, Integer::sum);
        return true;
    }

    private void leave(String name) {
        int left = entries.get().merge(name, -1, Integer::sum);
        if (left == 0) {
            entries.get().remove(name);
            redis.delete(name);
        }
    }
}
