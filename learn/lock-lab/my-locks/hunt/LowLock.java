import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import io.flashsale.locklab.zookeeper.ZkClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** One ephemeral node of ZooKeeper is the lock, and all others wait for its deletion. Find out who waits for ever. */
public class LowLock implements LockScheme {

    private final ZkClient zooKeeper;

    public LowLock(ZkClient zooKeeper) {
        this.zooKeeper = zooKeeper;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String node = "/" + name;
        long token = getLock(node);
        try {
            work.run(token);
        } finally {
            zooKeeper.delete(node);
        }
        return true;
    }

    private long getLock(String node) throws InterruptedException {
        try {
            return zooKeeper.createEphemeral(node);
        } catch (IllegalStateException somebodyHasIt) {
            awaitDeletion(node);
            return getLock(node);
        }
    }

    private void awaitDeletion(String node) throws InterruptedException {
        AtomicReference<CountDownLatch> sleeper = new AtomicReference<>();
        zooKeeper.subscribeDeletion(node, () -> {
            CountDownLatch latch = sleeper.get();
            if (latch != null) {
                latch.countDown();
            }
        });
        if (zooKeeper.exists(node)) {
            FailPoints.hit("it-exists");
            CountDownLatch latch = new CountDownLatch(1);
            sleeper.set(latch);
            latch.await();
        }
    }
}
