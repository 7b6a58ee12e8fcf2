package io.flashsale.locklab.observation;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.ZooKeeperEnsemble;
import io.flashsale.devstack.server.ZooKeeperServer;
import java.util.ArrayList;
import java.util.List;

/**
 * ZooKeeper servers of which one follows its leader by a line that can be cut. Cut off, it answers reads with what it
 * knows until it misses the leader, for two seconds.
 */
final class CutOffFollower implements AutoCloseable {

    private final List<TcpProxy> lines = new ArrayList<>();
    private final ZooKeeperEnsemble servers;

    /** Returns once all serve. */
    CutOffFollower(ProcessDirectory home) {
        servers = new ZooKeeperEnsemble("observed-zookeeper", home, this::lineTo);
        servers.start();
        while (servers.awaitLeader() == follower()) { // until another one leads
            follower().kill();
            servers.awaitLeader();
            follower().start();
        }
    }

    private int lineTo(int port) {
        TcpProxy line = TcpProxy.to(port);
        lines.add(line);
        return line.port();
    }

    ZooKeeperServer follower() {
        return servers.servers().getFirst();
    }

    /** A server whose line is never cut. */
    ZooKeeperServer other() {
        return servers.servers().getLast();
    }

    void cut() {
        lines.forEach(TcpProxy::cut);
    }

    /** Repairs the line. A server that had missed its leader follows again. */
    void mend() {
        lines.forEach(TcpProxy::heal);
    }

    @Override
    public void close() {
        servers.close();
        lines.forEach(TcpProxy::close);
    }
}
