package io.flashsale.devstack.server.redis;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ProcessDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A Redis Sentinel: it watches a master together with other Sentinels.
 *
 * <p>They promote a replica when the master has not answered for two seconds. A Sentinel is ready when it knows
 * all replicas and all other Sentinels.
 */
public final class RedisSentinel extends ManagedProcess {

    /** The master's name, by which clients ask the Sentinels. */
    public static final String MASTER = "flashsale";

    private final int port;
    private final RedisServer firstMaster;
    private final int replicas;
    private final int sentinels;

    /**
     * @param firstMaster the master until the first fail-over; later the Sentinels' own state counts
     * @param sentinels their number, including this one; a majority of them decides
     */
    public RedisSentinel(
            String name, ProcessDirectory home, int port, RedisServer firstMaster, int replicas, int sentinels) {
        super(name, home);
        this.port = port;
        this.firstMaster = firstMaster;
        this.replicas = replicas;
        this.sentinels = sentinels;
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /** Promotes a replica at once, although the master is healthy. Returns when a new master has been chosen. */
    public void failOver() {
        try (RedisConsole console = new RedisConsole(port)) {
            console.run("SENTINEL FAILOVER " + MASTER);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** Writes the file only the first time: after that the Sentinel keeps its own state there. */
    @Override
    protected void prepare() throws IOException {
        Path file = configuration();
        if (!Files.exists(file)) {
            Files.writeString(file, """
                    bind 127.0.0.1
                    port %s
                    dir "%s"
                    sentinel monitor %s %s %s %s
                    sentinel down-after-milliseconds %s %s
                    sentinel failover-timeout %s 10000
                    sentinel parallel-syncs %s 2
                    """.formatted(
                            port,
                            file.getParent(),
                            MASTER,
                            firstMaster.host(),
                            firstMaster.port(),
                            sentinels / 2 + 1,
                            MASTER,
                            RedisServer.deadAfter().toMillis(),
                            MASTER,
                            MASTER));
        }
        RedisServer.requirePort(name(), file, port);
    }

    @Override
    protected List<String> command() {
        return List.of(RedisServer.executable().toString(), configuration().toString(), "--sentinel");
    }

    private Path configuration() {
        return data().resolve("sentinel.conf");
    }

    @Override
    protected Map<Integer, String> ports() {
        return Map.of(port, "Sentinel");
    }

    @Override
    protected boolean isReady() throws IOException {
        String status = status();
        return status.contains("status=ok,")
                && status.contains("slaves=" + replicas + ",")
                && status.endsWith("sentinels=" + sentinels);
    }

    /** For example {@code master0:name=flashsale,status=ok,address=127.0.0.1:6379,slaves=2,sentinels=3}. */
    private String status() throws IOException {
        try (RedisConsole console = new RedisConsole(port)) {
            return console.run("INFO sentinel")
                    .lines()
                    .filter(line -> line.startsWith("master0:"))
                    .findFirst()
                    .orElse("");
        }
    }
}
