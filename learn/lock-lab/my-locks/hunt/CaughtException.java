import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import io.flashsale.locklab.zookeeper.ZkClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** One ephemeral node is the lock. A client that cannot create it waits for its deletion. What else can go wrong? */
public class CaughtException implements LockScheme {

    private static final long NOT_MINE = -1;

    private final ZkClient zooKeeper;

    public CaughtException(ZkClient zooKeeper) {
        this.zooKeeper = zooKeeper;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String node = "/" + name;
        long token = tryLock(node);
        while (token == NOT_MINE) {
            CountDownLatch deleted = new CountDownLatch(1);
            zooKeeper.subscribeDeletion(node, deleted::countDown);
            deleted.await();
            token = tryLock(node);
        }
        try {
            work.run(token);
        } finally {
            zooKeeper.delete(node);
        }
        return true;
    }

    private long tryLock(String node) throws InterruptedException {
        try {
            return zooKeeper.createEphemeral(node);
        } catch (IllegalStateException e) {
            return NOT_MINE;
        }
    }
}
