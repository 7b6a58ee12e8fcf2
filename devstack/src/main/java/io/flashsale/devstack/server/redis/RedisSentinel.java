package io.flashsale.devstack.server.redis;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ProcessDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A Redis Sentinel: with others of its kind it watches a master, and makes a replica the master when that has not answered
 * for two seconds. It is ready when it knows all replicas and all other Sentinels.
 */
public final class RedisSentinel extends ManagedProcess {

    /** The name that clients ask the Sentinels for. */
    public static final String MASTER = "flashsale";

    private final int port;
    private final RedisServer firstMaster;
    private final int replicas;
    private final int sentinels;

    /**
     * @param name unique in the directory
     * @param firstMaster the master until the first fail-over; after that the Sentinels know better
     * @param replicas how many there are
     * @param sentinels how many there are, with this one; more than half of them decide
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

    /** The port of the master of now, as this Sentinel knows it. */
    public int masterPort() throws IOException {
        String status = status();
        int address = status.indexOf("address=");
        int end = status.indexOf(',', address);
        if (address < 0 || end < 0) {
            throw new IOException(name() + " knows no master: " + status);
        }
        return Integer.parseInt(status.substring(status.lastIndexOf(':', end) + 1, end));
    }

    /** Makes a replica the master at once, although the master is well. Returns when a new one has been chosen. */
    public void failOver() throws IOException {
        try (RedisConsole console = new RedisConsole(port)) {
            console.run("SENTINEL FAILOVER " + MASTER);
        }
    }

    /** The first time only: after that the file is the Sentinel's own, with what it has learnt. */
    @Override
    protected void prepare() throws IOException {
        Path file = configuration();
        if (!Files.exists(file)) {
            Files.writeString(file, """
                    bind 127.0.0.1
                    port %d
                    dir "%s"
                    sentinel monitor %s %s %d %d
                    sentinel down-after-milliseconds %s 2000
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
                            MASTER,
                            MASTER));
        }
        RedisServer.requirePort(name(), file, port);
    }

    @Override
    protected List<String> command() throws IOException {
        return List.of(RedisServer.executable().toString(), configuration().toString(), "--sentinel");
    }

    private Path configuration() throws IOException {
        return home().dataOf(name()).resolve("sentinel.conf");
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

    /** Such as {@code master0:name=flashsale,status=ok,address=127.0.0.1:6379,slaves=2,sentinels=3}. */
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
