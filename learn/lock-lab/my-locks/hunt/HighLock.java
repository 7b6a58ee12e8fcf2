import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import io.flashsale.locklab.zookeeper.ZkClient;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** A queue of numbered nodes: the first has the lock, each other waits for the one before it. Find out who waits for ever. */
public class HighLock implements LockScheme {

    private static final String PLACE = "place-";

    private final ZkClient zooKeeper;

    public HighLock(ZkClient zooKeeper) {
        this.zooKeeper = zooKeeper;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String queue = "/" + name;
        zooKeeper.createPersistent(queue);
        String mine = zooKeeper.createEphemeralSequential(queue + "/" + PLACE).substring(queue.length() + 1);
        awaitTurn(queue, mine);
        try {
            work.run(1 + Long.parseLong(mine.substring(PLACE.length()))); // the numbers begin with 0
        } finally {
            zooKeeper.delete(queue + "/" + mine);
        }
        return true;
    }

    private void awaitTurn(String queue, String mine) throws InterruptedException {
        List<String> places = zooKeeper.getChildren(queue).stream().sorted().toList();
        int index = Collections.binarySearch(places, mine);
        if (index == 0) {
            return;
        }
        String before = queue + "/" + places.get(index - 1);
        AtomicReference<CountDownLatch> sleeper = new AtomicReference<>();
        zooKeeper.subscribeDeletion(before, () -> {
            if (sleeper.get() != null) {
                sleeper.get().countDown();
            }
        });
        if (zooKeeper.exists(before)) {
            FailPoints.hit("it-exists");
            sleeper.set(new CountDownLatch(1));
            sleeper.get().await();
        }
        awaitTurn(queue, mine);
    }
}
