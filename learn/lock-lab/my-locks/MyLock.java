import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.UUID;

/**
 * Bring your own lock: change this class, or a copy of it, and run
 *
 *     learn/lock-lab/judge learn/lock-lab/my-locks/MyLock.java
 *
 * The file has one public class, named like the file, which implements one of two interfaces:
 *
 *   LockScheme   a lock around somebody else's "read, test, write". One method:
 *                boolean whileHolding(String name, Duration timeout, Work work)
 *                  - runs the work once, while no other client in any process runs work under the same name
 *                  - returns true if and only if it ran the work; false if it did not get the lock within the timeout.
 *                    A lock that cannot wait tries once. It releases the lock and rethrows what the work throws
 *                  - passes the work a fencing token, which grows with each holder, or Work.NO_TOKEN. The stock
 *                    refuses a write with a token that is lower than one it has seen
 *   Purchase     a way of selling that keeps the stock itself: fill, buy and left. See its Javadoc, in
 *                learn/lock-lab/src/main/java/io/flashsale/locklab/own/Purchase.java
 *
 * Its only public constructor takes any of these parameters, in any order:
 *
 *   Redis        the lock server: redis.call("SET", name, "x", "NX", "PX", 1000), also "EVAL"; redis.subscribe(…)
 *   Database     MariaDB: database.sql("…").param(x).update() or .query(…), database.inTransaction(() -> …). Create
 *                tables in the constructor, with IF NOT EXISTS
 *   Duration     the lease of a lock
 *   StringRedisTemplate, ZkClient   the lock server and ZooKeeper, with methods as in the articles whose locks are in hunt
 *
 * Each process has one object of the class, which many threads share. Its fields are visible to its own process only.
 * Other clients may act between any two commands. If they may also act between two lines without a command, add a step
 * there: FailPoints.hit("a-name-of-yours").
 */
public class MyLock implements LockScheme {

    private final Redis redis;
    private final Duration lease;

    public MyLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        if (!redis.call("SET", name, owner, "NX", "PX", lease.toMillis()).isOk()) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            redis.call("DEL", name);
        }
        return true;
    }
}
