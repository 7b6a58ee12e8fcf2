import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import io.flashsale.locklab.zookeeper.ZkClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A queue of numbered nodes. The latch is there before the look, and a place that is lost is an exception.
 *
 * <p>Does not guarantee that a place is free if the answer to its creation is lost: it then stays until the session ends.
 * C2 finds such a place again by a name of its own.
 */
public class NodeQueue implements LockScheme {

    private static final String PLACE = "place-";

    private final ZkClient zooKeeper;

    public NodeQueue(ZkClient zooKeeper) {
        this.zooKeeper = zooKeeper;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        String queue = "/" + name;
        zooKeeper.createPersistent(queue);
        String mine = zooKeeper.createEphemeralSequential(queue + "/" + PLACE).substring(queue.length() + 1);
        try {
            if (!isFirst(queue, mine, deadline)) {
                return false;
            }
            work.run(1 + Long.parseLong(mine.substring(PLACE.length()))); // the numbers begin with 0
        } finally {
            zooKeeper.delete(queue + "/" + mine);
        }
        return true;
    }

    /** Waits for the first place; false if the deadline comes first. */
    private boolean isFirst(String queue, String mine, long deadline) throws InterruptedException {
        while (true) {
            List<String> places = zooKeeper.getChildren(queue).stream().sorted().toList();
            int index = places.indexOf(mine);
            if (index < 0) {
                throw new IllegalStateException("the session has ended, and with it the place");
            }
            if (index == 0) {
                return true;
            }
            String before = queue + "/" + places.get(index - 1);
            CountDownLatch deleted = new CountDownLatch(1);
            zooKeeper.subscribeDeletion(before, deleted::countDown);
            if (zooKeeper.exists(before) && !deleted.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
    }
}
