import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.UUID;

/**
 * Bring your own lock: change this class, or a copy of it, and run
 *
 *     lock-lab/judge lock-lab/my-locks/MyLock.java
 *
 * The file has one public class of its own name, which implements one of two interfaces:
 *
 *   LockScheme   a lock around somebody else's "read, test, write". One method:
 *                boolean whileHolding(String name, Duration timeout, Work work)
 *                  - runs the work, once, while nobody else runs any under the same name, in whichever process
 *                  - answers true if, and only if, it did; false if it did not get the lock within the timeout. A lock
 *                    that cannot wait tries once. What the work throws comes out of it, and the lock is given back
 *                  - hands the work a fencing token, which grows with each holder, or Work.NO_TOKEN. The stock refuses
 *                    to be written with a token that is lower than one it has seen
 *   Purchase     a way of selling that keeps the stock itself: fill, buy and left. See its Javadoc, in
 *                lock-lab/src/main/java/io/flashsale/locklab/own/Purchase.java
 *
 * Its one public constructor names what it needs, in any order, or nothing:
 *
 *   Redis        the lock server: redis.call("SET", name, "x", "NX", "PX", 1000), also "EVAL"; redis.subscribe(…)
 *   Database     MariaDB: database.sql("…").param(x).update() or .query(…), database.inTransaction(() -> …). Make tables
 *                in the constructor, with IF NOT EXISTS
 *   Duration     how long a lock is to be given for, its lease
 *
 * Each process has one object of it, for many threads. What it keeps in fields is seen by its own process only. Between two
 * commands anything may happen to the others. Where something may happen between two lines of yours that are no commands,
 * write FailPoints.hit("a-name-of-yours"): it is a step of its own then.
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
