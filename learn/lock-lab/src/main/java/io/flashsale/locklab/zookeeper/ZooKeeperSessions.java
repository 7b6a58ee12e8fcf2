package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.SchemeContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.zookeeper.KeeperException;

/** One session per client of a worker process: ZooKeeper sends an event to a session once, for all watchers. */
public final class ZooKeeperSessions implements AutoCloseable {

    private final Map<String, ZooKeeperSession> sessions = new ConcurrentHashMap<>();
    private final String servers;
    private final int timeoutMillis;

    public ZooKeeperSessions(SchemeContext context) {
        servers = context.setting("zookeeper");
        timeoutMillis = context.number("lease");
    }

    /** The session of the client that runs on this thread; a new one if the last has expired. */
    ZooKeeperSession mine() throws InterruptedException {
        String client = Thread.currentThread().getName();
        ZooKeeperSession session = sessions.get(client);
        if (session == null || !session.isAlive()) {
            try {
                session = new ZooKeeperSession(servers, timeoutMillis);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            sessions.put(client, session);
        }
        return session;
    }

    /** Wraps a ZooKeeper exception after which the state of the lock is unknown. */
    static IllegalStateException fault(KeeperException e) {
        return new IllegalStateException("ZooKeeper: " + e.getMessage(), e);
    }

    /** Closes all at the same time, as each takes a tenth of a second. */
    @Override
    public void close() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            sessions.values().forEach(session -> threads.execute(() -> close(session)));
        }
    }

    private static void close(ZooKeeperSession session) {
        try {
            session.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
