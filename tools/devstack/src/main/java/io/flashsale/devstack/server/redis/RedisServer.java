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
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Redis on the loopback address, which syncs its append-only file each second and never evicts a key.
 *
 * <p>It is the program that {@code -Ddevstack.redis-server=PATH} names, otherwise Redis 7.0 of the build, or, on a
 * machine that this does not run on, an installed one.
 */
public final class RedisServer extends ManagedProcess {

    private static final int DATABASES = 1_024;

    private static volatile Duration deadAfter = Duration.ofSeconds(2);

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

    /**
     * A master for Sentinels; without a reachable replica it takes no writes. Its role as set by the Sentinels
     * survives restarts.
     */
    public static RedisServer watchedMaster(String name, ProcessDirectory home, int port) {
        return new RedisServer(name, home, port, Map.of("min-replicas-to-write", "1"), true);
    }

    /** A replica of that master. Its role as set by the Sentinels survives restarts. */
    public static RedisServer watchedReplica(String name, ProcessDirectory home, int port, RedisServer master) {
        return new RedisServer(
                name,
                home,
                port,
                Map.of("min-replicas-to-write", "1", "replicaof", master.host() + " " + master.port()),
                true);
    }

    /**
     * Sets how long a master must be silent before it is replaced. Counts for servers that are made afterwards. Tests
     * set it for slow machines.
     */
    public static void takeForDeadOnlyAfter(Duration silence) {
        deadAfter = silence;
    }

    static Duration deadAfter() {
        return deadAfter;
    }

    /**
     * A node of a Cluster, see {@link RedisCluster#form}.
     *
     * <p>As a master it takes no writes without a reachable replica, so replicas never move to another master.
     * If one shard has lost all its servers, the other shards still serve.
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
                        "cluster-node-timeout", Long.toString(deadAfter().toMillis()),
                        "cluster-allow-replica-migration", "no",
                        "cluster-require-full-coverage", "no",
                        "min-replicas-to-write", "1"),
                true);
    }

    /**
     * Another Redis on a free port, not started yet.
     *
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
     * An empty database that this server has not handed out yet, not even to another JVM.
     *
     * <p>After 1,023 of them it starts again with the first.
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
     * Makes this server a replica of the master; it loses its own data.
     *
     * <p>Returns when the first copy is complete. The replica may lag, because the master sends each write
     * after it has answered its client.
     *
     * @param port of the master, or of a line to it
     */
    public void replicate(RedisServer master, int port) {
        run("REPLICAOF " + master.host() + " " + port);
        awaitInfo("master_link_status", "up");
    }

    /** Makes a replica an independent master with the data it has received. The old master is not told. */
    public void promote() {
        run("REPLICAOF NO ONE");
    }

    /** Deletes all data, as a crash does on a server without an append-only file. */
    public void wipe() {
        run("FLUSHALL");
    }

    /** Makes a Cluster replica the master of its shard; the old master agrees and follows it. */
    public void takeOver() {
        run("CLUSTER FAILOVER");
    }

    /** Closes the connections of the replicas; each replica reconnects as soon as it can (a paused one cannot). */
    public void dropReplicas() {
        run("CLIENT KILL TYPE replica");
        awaitInfo("connected_slaves", "0");
    }

    /** Changes a setting until the next start, as CONFIG SET does. */
    public void set(String setting, String value) {
        run("CONFIG SET " + setting + " " + value);
    }

    /** A field of the answer to INFO, such as {@code master_repl_offset}. */
    public String info(String field) {
        return run("INFO")
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .map(line -> line.substring(field.length() + 1))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Redis has no information called " + field));
    }

    /** Whether it takes writes of this key. It must answer and be a master, in a Cluster the one of the key's slot. */
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

    /** Whether it answers and is a replica of this server. */
    public boolean copies(RedisServer master) {
        try (RedisConsole console = new RedisConsole(port)) {
            String replication = console.run("INFO replication");
            return replication.contains("role:slave\r\n")
                    && replication.contains("master_port:" + master.port() + "\r\n");
        } catch (IOException silent) {
            return false;
        }
    }

    /** Waits until a field of the answer to INFO has this value. */
    public void awaitInfo(String field, String wanted) {
        if (!Pause.until(() -> says(field, wanted), START_TIMEOUT, 5)) {
            throw new ServerFailedException(name() + ": " + field + " did not become " + wanted);
        }
    }

    /** False if the connection breaks: a server that becomes a replica closes its clients' connections. */
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

    /** Kept in a file rather than in Redis, because a test may empty all of Redis. */
    private synchronized int nextNumber() throws IOException {
        Path file = data().resolve("databases-handed-out");
        // A file of its own: closing the lock's file anywhere in this process would release the lock.
        try (FileChannel channel = FileChannel.open(
                        data().resolve("databases-handed-out.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            int next = Files.exists(file) ? Integer.parseInt(Files.readString(file)) : 0;
            Files.writeString(file, Integer.toString(next + 1));
            return next;
        }
    }

    @Override
    protected void prepare() throws IOException {
        Path file = configuration();
        if (keepsConfiguration && Files.exists(file)) {
            requirePort(name(), file, port); // the Sentinels have written the rest into it
            return;
        }
        StringBuilder conf = new StringBuilder("""
            bind 127.0.0.1
            port %s
            dir "%s"
            databases %s
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
            """.formatted(port, data(), DATABASES));
        settings.forEach(
                (key, value) -> conf.append(key).append(' ').append(value).append('\n'));
        Files.writeString(file, conf);
    }

    /** The other servers know this one by its port, so the port cannot change. */
    static void requirePort(String name, Path configuration, int port) throws IOException {
        if (Files.readAllLines(configuration).stream().noneMatch(line -> line.equals("port " + port))) {
            throw new ServerFailedException(name + " has had another port than " + port + " in " + configuration
                    + ", which somebody else uses now. End that, or start anew with data of your own.");
        }
    }

    @Override
    protected List<String> command() {
        return List.of(executable().toString(), configuration().toString());
    }

    private Path configuration() {
        return data().resolve("redis.conf");
    }

    /** @throws ServerFailedException if there is none for this machine */
    static Path executable() {
        return Binaries.chosen("redis-server")
                .or(RedisServer::unpacked)
                .or(() -> Binaries.installed("redis-server"))
                .orElseThrow(() -> new ServerFailedException("The build has no Redis that runs on " + Platform.name()
                        + ": install 7.0 or newer (apt-get install redis-server, brew install redis), or name an"
                        + " existing one with SPRING_DATA_REDIS_HOST."));
    }

    /** The one of the build, if that has one that runs here. */
    private static Optional<Path> unpacked() {
        String resource = "redis-server-7.0.15-" + Platform.name();
        if (!Binaries.exists(resource)) {
            return Optional.empty();
        }
        Path folder = Binaries.unpacked(resource, dir -> Binaries.copyResource(resource, dir.resolve("redis-server")));
        return Optional.of(folder.resolve("redis-server"))
                .filter(program -> !Binaries.version(program, "--version").isEmpty());
    }

    @Override
    public String remark() {
        return Binaries.remark(executable());
    }

    @Override
    protected Map<Integer, String> ports() {
        Map<Integer, String> ports = new HashMap<>(Map.of(port, "Redis"));
        busPort().ifPresent(bus -> ports.put(bus, "the Redis Cluster's own talk"));
        return ports;
    }

    /** The port of the Cluster's bus; empty for a server outside a Cluster. */
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
