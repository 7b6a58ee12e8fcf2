package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.trace.Trace;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.admin.ZooKeeperAdmin;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** A connection to ZooKeeper that reports the requests of locks with their responses. */
final class TracedZooKeeper extends ZooKeeperAdmin {

    TracedZooKeeper(String servers, int timeoutMillis, Watcher watcher) throws IOException {
        super(servers, timeoutMillis, watcher);
    }

    @Override
    public String create(String path, byte[] data, List<ACL> acl, CreateMode mode)
            throws KeeperException, InterruptedException {
        return told("create " + mode + " " + path, made -> made, () -> super.create(path, data, acl, mode));
    }

    @Override
    public String create(String path, byte[] data, List<ACL> acl, CreateMode mode, @Nullable Stat stat, long ttl)
            throws KeeperException, InterruptedException {
        return told("create " + mode + " " + path, made -> made, () -> super.create(path, data, acl, mode, stat, ttl));
    }

    @Override
    public Stat exists(String path, @Nullable Watcher watcher) throws KeeperException, InterruptedException {
        return told(
                "exists " + path + watched(watcher),
                stat -> stat == null ? "no" : "yes",
                () -> super.exists(path, watcher));
    }

    @Override
    public List<String> getChildren(String path, @Nullable Watcher watcher)
            throws KeeperException, InterruptedException {
        return told(
                "getChildren " + path + watched(watcher),
                nodes -> nodes.size() + (nodes.size() == 1 ? " node" : " nodes"),
                () -> super.getChildren(path, watcher));
    }

    @Override
    public void delete(String path, int version) throws KeeperException, InterruptedException {
        told("delete " + path, done -> "OK", () -> {
            super.delete(path, version);
            return true;
        });
    }

    private static String watched(@Nullable Watcher watcher) {
        return watcher == null ? "" : " and watch";
    }

    private static <T> T told(String text, Function<T, String> answer, Trace.Call<T, Exception> call)
            throws KeeperException, InterruptedException {
        try {
            return Trace.call(Trace.ZOOKEEPER, () -> text, answer, call);
        } catch (KeeperException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
