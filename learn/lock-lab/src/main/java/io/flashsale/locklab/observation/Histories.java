package io.flashsale.locklab.observation;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.ZooKeeperServer;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.replication.MasterAndReplica;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.zookeeper.ZooKeeperSession;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Records what ann, bob and carl see of one number, on a master with its replica and on ZooKeeper, and looks for one
 * order that all of it fits.
 */
final class Histories {

    private static final int TIMES = 3;
    private static final int ATTEMPTS = 20;
    private static final int SESSION_MILLIS = 30_000;
    private static final String KEY = "number";
    private static final String NODE = "/number";
    private static final Runnable NOTHING = () -> {};

    private final PrintStream out;
    private boolean asPromised = true;

    private Histories(PrintStream out) {
        this.out = out;
    }

    static boolean observe(ProcessDirectory home, PrintStream out) throws InterruptedException {
        Histories histories = new Histories(out);
        try (MasterAndReplica servers = MasterAndReplica.KIND.start().apply(home)) {
            histories.onRedis(servers);
        }
        try (CutOffFollower servers = new CutOffFollower(home)) {
            histories.onZooKeeper(servers);
        }
        return histories.asPromised;
    }

    private void onRedis(MasterAndReplica servers) throws InterruptedException {
        try (Redis master = new Redis(servers.masterAddress());
                Redis replica = new Redis(servers.replicaAddress())) {
            servers.reset();
            beginsWithZero(master);
            show("Redis, all ask the master", true, meet(on(master), on(master), on(master), NOTHING));

            beginsWithZero(master);
            servers.cutLine();
            show(
                    "Redis, carl reads from a replica that lags",
                    false,
                    meet(on(master), on(master), on(replica), NOTHING));

            servers.mendLine();
            beginsWithZero(master);
            servers.cutLine();
            RegisterHistory history = new RegisterHistory();
            await(() -> history.write("ann", on(master), 1));
            await(() -> history.read("bob", on(master)));
            servers.killMaster();
            servers.promoteReplica();
            await(() -> history.read("carl", on(replica)));
            show("Redis, the replica takes over", false, history);
        }
    }

    /** Returns when the replica has it, too. */
    private static void beginsWithZero(Redis master) throws InterruptedException {
        await(() -> on(master).write(0));
        master.call("WAIT", 1, 0);
    }

    private static Register on(Redis server) {
        return new Register() {
            @Override
            public long read() {
                return server.call("GET", KEY).number();
            }

            @Override
            public void write(long value) {
                server.call("SET", KEY, value);
            }
        };
    }

    private void onZooKeeper(CutOffFollower servers) throws InterruptedException {
        try (ZooKeeperSession ann = session(servers.other());
                ZooKeeperSession bob = session(servers.other());
                ZooKeeperSession carl = session(servers.follower())) {
            ann.ensure(NODE);
            beginsWithZero(ann, carl);
            Optional<RegisterHistory> stale = staleHistory(servers, ann, bob, carl);
            for (int attempt = 1; stale.isEmpty() && attempt < ATTEMPTS; attempt++) {
                beginsWithZero(ann, carl);
                stale = staleHistory(servers, ann, bob, carl);
            }
            show(
                    "ZooKeeper, carl reads from a follower that lags",
                    false,
                    stale.orElseThrow(() -> new ScenarioException("carl's server did not lag")));

            beginsWithZero(ann, carl);
            servers.cut();
            show(
                    "ZooKeeper, with sync before each read",
                    true,
                    meet(local(ann), synced(bob), synced(carl), servers::mend));
        } catch (IOException | KeeperException e) {
            throw new ScenarioException("ZooKeeper: " + e.getMessage());
        }
    }

    private static ZooKeeperSession session(ZooKeeperServer server) throws IOException, InterruptedException {
        return new ZooKeeperSession(server.connectString(), SESSION_MILLIS);
    }

    /** Returns when carl's server has it, too. */
    private static void beginsWithZero(ZooKeeperSession ann, ZooKeeperSession carl) throws InterruptedException {
        await(() -> local(ann).write(0));
        await(() -> synced(carl).read());
    }

    /** Empty if carl's server misses its leader before he has read: it then serves nobody until it has caught up. */
    private static Optional<RegisterHistory> staleHistory(
            CutOffFollower servers, ZooKeeperSession ann, ZooKeeperSession bob, ZooKeeperSession carl)
            throws InterruptedException {
        servers.cut();
        try {
            return Optional.of(meet(local(ann), local(bob), local(carl), NOTHING))
                    .filter(history -> orderOf(history).isEmpty());
        } catch (ScenarioException notServed) {
            return Optional.empty();
        } finally {
            servers.mend();
        }
    }

    /** Reads what the client's own server knows. */
    private static Register local(ZooKeeperSession session) {
        return new Register() {
            @Override
            public long read() throws Exception {
                return valueIn(session.zooKeeper());
            }

            @Override
            public void write(long value) throws Exception {
                byte[] data = Long.toString(value).getBytes(StandardCharsets.US_ASCII);
                session.retrying(zooKeeper -> zooKeeper.setData(NODE, data, -1));
            }
        };
    }

    private static long valueIn(ZooKeeper zooKeeper) throws KeeperException, InterruptedException {
        return Long.parseLong(new String(zooKeeper.getData(NODE, false, new Stat()), StandardCharsets.US_ASCII));
    }

    /** Makes the client's server catch up with the leader before it reads. */
    private static Register synced(ZooKeeperSession session) {
        Register local = local(session);
        return new Register() {
            @Override
            public long read() throws Exception {
                return session.retrying(zooKeeper -> {
                    CompletableFuture<Integer> caughtUp = new CompletableFuture<>();
                    zooKeeper.sync(NODE, (code, _, _) -> caughtUp.complete(code), null);
                    KeeperException.Code code = KeeperException.Code.get(caughtUp.join());
                    if (code != KeeperException.Code.OK) {
                        throw KeeperException.create(code, NODE);
                    }
                    return valueIn(zooKeeper);
                });
            }

            @Override
            public void write(long value) throws Exception {
                local.write(value);
            }
        };
    }

    /**
     * Ann writes 1. Then she writes on, while bob and carl read.
     *
     * @param afterwards done when ann has written all; the readers may still be under way
     */
    private static RegisterHistory meet(Register ann, Register bob, Register carl, Runnable afterwards)
            throws InterruptedException {
        RegisterHistory history = new RegisterHistory();
        await(() -> history.write("ann", ann, 1));
        CountDownLatch together = new CountDownLatch(3);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Void> writes = clients.submit(() -> {
                meetAt(together);
                for (long value = 2; value <= TIMES; value++) {
                    history.write("ann", ann, value);
                }
                return null;
            });
            Future<Void> bobReads = clients.submit(() -> readOn(history, "bob", bob, together));
            Future<Void> carlReads = clients.submit(() -> readOn(history, "carl", carl, together));
            await(writes::get);
            afterwards.run();
            await(bobReads::get);
            await(carlReads::get);
        }
        return history;
    }

    private static Void readOn(RegisterHistory history, String client, Register register, CountDownLatch together)
            throws Exception {
        meetAt(together);
        for (int time = 0; time < TIMES; time++) {
            history.read(client, register);
        }
        return null;
    }

    private static void meetAt(CountDownLatch together) throws InterruptedException {
        together.countDown();
        together.await();
    }

    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    /** @throws ScenarioException if a server does not answer */
    private static void await(Step step) throws InterruptedException {
        try {
            step.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (ExecutionException e) {
            throw new ScenarioException("no answer: " + e.getCause());
        } catch (Exception e) {
            throw new ScenarioException("no answer: " + e);
        }
    }

    private static Optional<List<RegisterOperation>> orderOf(RegisterHistory history) {
        return Linearization.of(history.operations(), 0);
    }

    /** Prints a history, and its order or what contradicts each order. */
    private void show(String title, boolean promised, RegisterHistory history) {
        List<RegisterOperation> operations = history.operations();
        Optional<List<RegisterOperation>> order = orderOf(history);
        asPromised &= order.isPresent() == promised;
        out.println(title);
        out.print(RegisterHistory.drawn(operations));
        if (order.isPresent()) {
            out.println("  one order: "
                    + order.get().stream().map(RegisterOperation::toString).collect(Collectors.joining(", ")));
        } else {
            out.println("  no order: these contradict each other");
            out.print(RegisterHistory.drawn(Linearization.contradiction(operations, 0)));
        }
        out.println();
    }
}
