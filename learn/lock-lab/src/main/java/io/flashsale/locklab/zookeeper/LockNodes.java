package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.trace.Holder;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Looks at lock nodes. The holder is a single node's owner, or the first child node and the readers beside it. */
final class LockNodes implements LockObserver, AutoCloseable {

    private static final int TIMEOUT_MILLIS = 10_000;

    private final String servers;
    private @Nullable ZooKeeperSession session;

    LockNodes(String servers) {
        this.servers = servers;
    }

    @Override
    public String lane() {
        return Trace.ZOOKEEPER;
    }

    @Override
    public synchronized @Nullable Holder look(String lock) {
        String path = "/" + lock;
        return asked(zooKeeper -> {
            try {
                List<String> nodes = zooKeeper.getChildren(path, false).stream()
                        .sorted(Comparator.comparing(node -> node.substring(node.length() - 10)))
                        .toList();
                Stat stat = new Stat();
                if (nodes.isEmpty()) {
                    String owner = new String(zooKeeper.getData(path, false, stat), StandardCharsets.UTF_8);
                    return stat.getEphemeralOwner() > 0
                            ? new Holder(owner, null, stat.getCzxid())
                            : null; // no container
                }
                zooKeeper.getData(path + "/" + nodes.getFirst(), false, stat);
                return new Holder(inside(nodes), null, stat.getCzxid());
            } catch (KeeperException.NoNodeException nobody) {
                return null;
            }
        });
    }

    /** All nodes of locks. */
    synchronized List<String> nodes() {
        return asked(zooKeeper -> {
            List<String> all = new ArrayList<>();
            for (String lock : zooKeeper.getChildren("/", false)) {
                if (!lock.equals("zookeeper")) {
                    all.add("/" + lock);
                    placesOf(lock, zooKeeper).stream().sorted().forEach(node -> all.add("/" + lock + "/" + node));
                }
            }
            return all;
        });
    }

    private static List<String> placesOf(String lock, ZooKeeper zooKeeper)
            throws KeeperException, InterruptedException {
        try {
            return zooKeeper.getChildren("/" + lock, false);
        } catch (KeeperException.NoNodeException released) {
            return List.of();
        }
    }

    /** Those that end with their sessions. */
    synchronized List<String> ephemeralNodes() {
        List<String> all = nodes();
        return asked(zooKeeper -> {
            List<String> ephemeral = new ArrayList<>();
            for (String node : all) {
                Stat stat = zooKeeper.exists(node, false);
                if (stat != null && stat.getEphemeralOwner() != 0) {
                    ephemeral.add(node);
                }
            }
            return ephemeral;
        });
    }

    /** Deletes these nodes at once, so that nobody can act on the end of one of them. False if one is gone. */
    synchronized boolean deleteAll(List<String> nodes) {
        return asked(zooKeeper -> {
            try {
                zooKeeper.multi(nodes.stream().map(node -> Op.delete(node, -1)).toList());
                return true;
            } catch (KeeperException.NoNodeException released) {
                return false;
            }
        });
    }

    private <T extends @Nullable Object> T asked(ZooKeeperSession.Request<T> request) {
        try {
            ZooKeeper zooKeeper = session().zooKeeper();
            zooKeeper.sync(
                    "/",
                    (code, same, context) -> {},
                    null); // the server that we ask may lag; requests keep their order
            return request.send(zooKeeper);
        } catch (KeeperException | IOException e) {
            throw new ScenarioException("ZooKeeper cannot be looked at: " + e.getMessage());
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    private static String inside(List<String> nodes) {
        String first = nodes.getFirst();
        return isReader(first)
                ? nodes.stream().takeWhile(LockNodes::isReader).collect(Collectors.joining(", "))
                : first;
    }

    /** Our nodes begin with it; Curator has it before the number. */
    private static boolean isReader(String node) {
        return node.startsWith("read-") || node.contains("__READ__");
    }

    private ZooKeeperSession session() throws IOException, InterruptedException {
        ZooKeeperSession present = session;
        if (present == null || !present.isAlive()) {
            present = new ZooKeeperSession(servers, TIMEOUT_MILLIS);
            session = present;
        }
        return present;
    }

    @Override
    public synchronized void close() {
        try {
            if (session != null) {
                session.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
