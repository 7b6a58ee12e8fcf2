package io.flashsale.devstack.server.redis;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Redis on the loopback address, with an append-only file that is synced each second; it never evicts a key. It is Redis 7.0,
 * or the program that {@code -Ddevstack.redis-server=PATH} names.
 */
public final class RedisServer extends ManagedProcess {

    private static final int DATABASES = 1_024;

    private final int port;
    private final Map<String, String> settings;
    private final boolean keepsConfiguration;

    public RedisServer(ProcessDirectory home, int port) {
        this("redis", home, port, Map.of(), false);
    }

    private RedisServer(
            String name, ProcessDirectory home, int port, Map<String, String> settings, boolean keepsConfiguration) {
        super(name, home);
        this.port = port;
        this.settings = Map.copyOf(settings);
        this.keepsConfiguration = keepsConfiguration;
    }

    /** One that Sentinels watch; without a reachable replica it takes no writes. What Sentinels make of it stays over restarts. */
    public static RedisServer watchedMaster(String name, ProcessDirectory home, int port) {
        return new RedisServer(name, home, port, Map.of("min-replicas-to-write", "1"), true);
    }

    /** Its copy, until the Sentinels decide otherwise, which stays over restarts. */
    public static RedisServer watchedReplica(String name, ProcessDirectory home, int port, RedisServer master) {
        return new RedisServer(
                name,
                home,
                port,
                Map.of("min-replicas-to-write", "1", "replicaof", master.host() + " " + master.port()),
                true);
    }

    /**
     * A node of a Cluster, see {@link RedisCluster#form}; as a master without a reachable replica it takes no writes. Replicas stay
     * with their master, as it counts on all of them; and where a shard has lost all its servers, the others serve on.
     *
     * @param busPort where the nodes talk to each other
     */
    public static RedisServer clusterNode(String name, ProcessDirectory home, int port, int busPort) {
        return new RedisServer(
                name,
                home,
                port,
                Map.of(
                        "cluster-enabled", "yes",
                        "cluster-port", Integer.toString(busPort),
                        "cluster-node-timeout", "2000",
                        "cluster-allow-replica-migration", "no",
                        "cluster-require-full-coverage", "no",
                        "min-replicas-to-write", "1"),
                true);
    }

    /**
     * One more Redis, not started yet, on a free port. It ends with the owner of the directory, at the latest.
     *
     * @param name unique in the directory
     * @param settings lines of redis.conf that replace or complete ours, such as {@code min-replicas-to-write}
     */
    public static RedisServer further(String name, ProcessDirectory home, Map<String, String> settings) {
        return new RedisServer(name, home, Ports.free(), settings, false);
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /**
     * An empty database that this server has not handed out yet, also to another JVM. After 1,023 of them it starts
     * again with the first.
     */
    public RedisDatabase freshDatabase() {
        try {
            int index = 1 + nextNumber() % (DATABASES - 1);
            try (RedisConsole console = new RedisConsole(port)) {
                console.run("SELECT " + index);
                console.run("FLUSHDB");
            }
            return new RedisDatabase(host(), port, index);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes this server a copy of the master, which loses whatever it had. Returns when the first copy is complete;
     * from then on the master sends each write after it has answered its client, so the copy may lag.
     */
    public void replicate(RedisServer master) {
        replicate(master, master.port());
    }

    /**
     * As before, over a line that can be cut.
     *
     * @param port where the line to the master begins
     */
    public void replicate(RedisServer master, int port) {
        run("REPLICAOF " + master.host() + " " + port);
        awaitInfo("master_link_status", "up");
    }

    /** Makes a replica a master of its own, with what it has received so far. The old master is not told. */
    public void promote() {
        run("REPLICAOF NO ONE");
    }

    /** Forgets everything, as a server without an append-only file does when it dies. */
    public void wipe() {
        run("FLUSHALL");
    }

    /** As a replica in a Cluster it becomes the master in place of its own one, which agrees and follows it from then on. */
    public void takeOver() {
        run("CLUSTER FAILOVER");
    }

    /** Closes the connections to the replicas, each of which opens a new one as soon as it can (a paused one cannot). */
    public void dropReplicas() {
        run("CLIENT KILL TYPE replica");
        awaitInfo("connected_slaves", "0");
    }

    /** Changes a setting until the next start, as CONFIG SET does. */
    public void set(String setting, String value) {
        run("CONFIG SET " + setting + " " + value);
    }

    /** A line of the answer to INFO, such as {@code master_repl_offset}. */
    public String info(String field) {
        return run("INFO")
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .map(line -> line.substring(field.length() + 1))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Redis has no information called " + field));
    }

    /** Whether it takes writes of this key: it answers, is a master, and in a Cluster that of the key's slot. */
    public boolean serves(String key) {
        try (RedisConsole console = new RedisConsole(port)) {
            if (!console.run("INFO replication").contains("role:master\r\n")) {
                return false;
            }
            console.run("EXISTS " + key);
            return true;
        } catch (IOException silentOrMovedToAnother) {
            return false;
        }
    }

    /** Whether it answers, and is a replica of this server. */
    public boolean copies(RedisServer master) {
        try (RedisConsole console = new RedisConsole(port)) {
            String replication = console.run("INFO replication");
            return replication.contains("role:slave\r\n")
                    && replication.contains("master_port:" + master.port() + "\r\n");
        } catch (IOException silent) {
            return false;
        }
    }

    /** Returns when a line of the answer to INFO is this. */
    public void awaitInfo(String field, String wanted) {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!says(field, wanted)) {
            if (System.nanoTime() > deadline) {
                throw new ServerFailedException(name() + ": " + field + " did not become " + wanted);
            }
            Pause.millis(5);
        }
    }

    /** A server that is made a replica breaks off the connections of its clients. */
    private boolean says(String field, String wanted) {
        try {
            return info(field).equals(wanted);
        } catch (UncheckedIOException brokenOff) {
            return false;
        }
    }

    String run(String command) {
        try (RedisConsole console = new RedisConsole(port)) {
            return console.run(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In a file, and not in Redis, as a test may empty the whole of Redis. */
    private synchronized int nextNumber() throws IOException {
        Path file = home().dataOf(name()).resolve("databases-handed-out");
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            String text = Files.readString(file).strip();
            int next = text.isEmpty() ? 0 : Integer.parseInt(text);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(Integer.toString(next + 1).getBytes(StandardCharsets.UTF_8)));
            assert lock.isValid();
            return next;
        }
    }

    @Override
    protected void prepare() throws IOException {
        Path dir = home().dataOf(name());
        Path file = dir.resolve("redis.conf");
        if (keepsConfiguration && Files.exists(file)) {
            requirePort(name(), file, port); // the rest is what Sentinels have written into it
            return;
        }
        StringBuilder conf = new StringBuilder("""
            bind 127.0.0.1
            port %d
            dir "%s"
            databases %d
            appendonly yes
            appendfsync everysec
            maxmemory-policy noeviction
            # No snapshots beside the append-only file: they would fork in the middle of a sale.
            save ""
            # Nor is that file rewritten while it is small, which forks, too.
            auto-aof-rewrite-min-size 1gb
            # A replica need not wait for others to be copied to at the same time.
            repl-diskless-sync-delay 0
            # Rewriting the process title would hide what was started.
            set-proc-title no
            """.formatted(port, dir, DATABASES));
        settings.forEach(
                (key, value) -> conf.append(key).append(' ').append(value).append('\n'));
        Files.writeString(file, conf);
    }

    /** The others know the server by its port, so it cannot be moved to another one. */
    static void requirePort(String name, Path configuration, int port) throws IOException {
        if (Files.readAllLines(configuration).stream().noneMatch(line -> line.equals("port " + port))) {
            throw new ServerFailedException(name + " has had another port than " + port + " in " + configuration
                    + ", which somebody else uses now. End that, or start anew with data of your own.");
        }
    }

    @Override
    protected List<String> command() {
        return List.of(
                executable().toString(),
                home().dataOf(name()).resolve("redis.conf").toString());
    }

    static Path executable() {
        return Binaries.chosen("redis-server").orElseGet(RedisServer::unpacked);
    }

    private static Path unpacked() {
        String system = switch (Platform.current()) {
            case LINUX -> "linux";
            case MACOS -> "darwin";
            case WINDOWS ->
                throw new UnsupportedOperationException(
                        "There is no Redis binary for Windows: run this in WSL2, or use an existing Redis.");
        };
        String resource = "redis-server-7.0.15-" + system + "-" + (Platform.isArm64() ? "arm64" : "amd64");
        return Binaries.unpacked("redis-7.0.15", dir -> Binaries.copyResource(resource, dir.resolve("redis-server")))
                .resolve("redis-server");
    }

    @Override
    protected Map<Integer, String> ports() {
        Map<Integer, String> ports = new HashMap<>(Map.of(port, "Redis"));
        busPort().ifPresent(bus -> ports.put(bus, "the Redis Cluster's own talk"));
        return ports;
    }

    /** Of a node of a Cluster. */
    Optional<Integer> busPort() {
        return Optional.ofNullable(settings.get("cluster-port")).map(Integer::valueOf);
    }

    @Override
    protected boolean isReady() throws IOException {
        try (RedisConsole console = new RedisConsole(port)) {
            return console.run("PING").equals("PONG");
        }
    }
}
