package io.flashsale.devstack.server;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Three ZooKeeper servers as processes, one of them the leader.
 *
 * <p>They serve while two of them run and reach each other; an acknowledged write is on two disks.
 */
public final class ZooKeeperEnsemble implements AutoCloseable {

    private static final int SIZE = 3;

    private final List<ZooKeeperServer> servers;

    /** Servers on free ports, not started yet. */
    public ZooKeeperEnsemble(String name, ProcessDirectory home) {
        this(name, home, IntUnaryOperator.identity());
    }

    /**
     * Servers of which the first connects to its leader by a line of the caller's.
     *
     * @param lineOfFirst the port that the first server is given for the port at which another one accepts followers
     */
    public ZooKeeperEnsemble(String name, ProcessDirectory home, IntUnaryOperator lineOfFirst) {
        List<Integer> ports = Stream.generate(Ports::free).limit(2L * SIZE).toList();
        List<String> peers = IntStream.range(0, SIZE)
                .mapToObj(peer -> peer(ports.get(peer), ports.get(SIZE + peer)))
                .toList();
        List<String> peersOfFirst = IntStream.range(0, SIZE)
                .mapToObj(peer -> peer == 0
                        ? peers.getFirst()
                        : peer(lineOfFirst.applyAsInt(ports.get(peer)), ports.get(SIZE + peer)))
                .toList();
        servers = IntStream.rangeClosed(1, SIZE)
                .mapToObj(id -> new ZooKeeperServer(name + "-" + id, home, id, id == 1 ? peersOfFirst : peers))
                .toList();
    }

    private static String peer(int followers, int elections) {
        return "127.0.0.1:" + followers + ":" + elections;
    }

    /** Starts the servers that do not run, and returns once all serve. */
    public void start() {
        // No server serves before two of them have found each other.
        servers.forEach(ZooKeeperServer::launch);
        servers.forEach(ZooKeeperServer::awaitReady);
    }

    public List<ZooKeeperServer> servers() {
        return servers;
    }

    /** The addresses of all servers, in the format of ZooKeeper's client. */
    public String connectString() {
        return servers.stream().map(ZooKeeperServer::connectString).collect(Collectors.joining(","));
    }

    /** The current leader; empty during an election, or while fewer than two servers run. */
    public Optional<ZooKeeperServer> leader() {
        return servers.stream().filter(ZooKeeperServer::leads).findFirst();
    }

    /** Waits for a leader. */
    public ZooKeeperServer awaitLeader() {
        long deadline = System.nanoTime() + ManagedProcess.START_TIMEOUT.toNanos();
        for (Optional<ZooKeeperServer> leader = leader(); ; leader = leader()) {
            if (leader.isPresent()) {
                return leader.get();
            }
            if (System.nanoTime() > deadline) {
                throw new ServerFailedException("No ZooKeeper server came to lead");
            }
            Pause.millis(20);
        }
    }

    /** Stops all servers. */
    @Override
    public void close() {
        // All at the same time, because a member that is left alone answers SIGTERM no faster.
        ParallelTasks.forEach(servers, ZooKeeperServer::stop);
    }
}
