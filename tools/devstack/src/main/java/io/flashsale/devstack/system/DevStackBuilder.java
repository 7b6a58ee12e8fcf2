package io.flashsale.devstack.system;

import static java.util.stream.Collectors.partitioningBy;

import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.KafkaServer;
import io.flashsale.devstack.server.ZooKeeperServer;
import io.flashsale.devstack.server.redis.RedisCluster;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.server.sql.MariaDbServer;
import io.flashsale.devstack.server.sql.MySqlServer;
import io.flashsale.devstack.server.sql.ReplicatedMariaDb;
import io.flashsale.devstack.server.sql.SqlServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Chooses the servers of a stack. A port that is not given is a free one, kept for later starts. */
public final class DevStackBuilder {

    private static final int SMALL_BUFFER_POOL = 32;
    private static final int SMALL_KAFKA_HEAP = 128;
    private static final int REDO_LOG = 256;
    private static final int PAGES_A_SECOND = 2_000;

    private final List<Choice> choices = new ArrayList<>();
    private final Path path;
    private ProcessIdentity owner = ProcessIdentity.current();
    private boolean shared;
    private boolean othersFollow;
    private AotUse aot = AotUse.IF_THERE;
    private boolean small;
    private BiConsumer<ManagedProcess, Duration> whenUp = (server, time) -> {};

    DevStackBuilder(Path path) {
        this.path = path;
    }

    /** MariaDB, or MySQL if its program is chosen ({@link MySqlServer#isChosen}) or this machine has only that. */
    public DevStackBuilder mariaDb() {
        return MySqlServer.isChosen()
                        || !MariaDbServer.isThere() && MySqlServer.missing().isEmpty()
                ? mySql()
                : with((home, state) -> sized(new MariaDbServer(home, state.port("mariadb"), state.password())));
    }

    public DevStackBuilder mySql() {
        return with((home, state) -> sized(new MySqlServer(home, state.port("mysql"), state.password())));
    }

    /**
     * Two MariaDB servers, of which the caller {@linkplain ReplicatedMariaDb#promote promotes} one and has the other
     * one {@linkplain ReplicatedMariaDb#replicate replicate} it.
     *
     * @param advertisedPort of a line to the primary, for all clients
     */
    public DevStackBuilder replicatedMariaDb(int advertisedPort) {
        return withAll((home, state) -> Stream.of("mariadb-1", "mariadb-2")
                .<ManagedProcess>map(name ->
                        sized(new ReplicatedMariaDb(name, home, state.port(name), state.password(), advertisedPort)))
                .toList());
    }

    public DevStackBuilder redis() {
        return with((home, state) -> new RedisServer(home, state.port("redis")));
    }

    /** A master with two replicas, watched by three Sentinels. */
    public DevStackBuilder redisWithSentinels() {
        return withAll((home, state) -> {
            RedisServer master = RedisServer.watchedMaster("redis-1", home, state.port("redis-1"));
            List<ManagedProcess> all = new ArrayList<>(List.of(master));
            for (String replica : List.of("redis-2", "redis-3")) {
                all.add(RedisServer.watchedReplica(replica, home, state.port(replica), master));
            }
            for (String sentinel : List.of("sentinel-1", "sentinel-2", "sentinel-3")) {
                all.add(new RedisSentinel(sentinel, home, state.port(sentinel), master, 2, 3));
            }
            return all;
        });
    }

    /** A Cluster of three masters with two replicas each. */
    public DevStackBuilder redisCluster() {
        return withAll((home, state) -> IntStream.rangeClosed(1, DevStack.CLUSTER_NODES)
                .mapToObj(number -> "redis-node-" + number)
                .<ManagedProcess>map(
                        node -> RedisServer.clusterNode(node, home, state.port(node), state.port(node + "-bus")))
                .toList());
    }

    public DevStackBuilder kafka() {
        return with((home, state) -> {
            int port = state.port("kafka");
            return sized(new KafkaServer("kafka", home, port, port, state.port("kafka-controller"), null, aot));
        });
    }

    /** Kafka on this port; it tells its clients another one, from where a line leads to it. */
    public DevStackBuilder kafkaBehind(int advertisedPort, int port) {
        return with((home, state) ->
                sized(new KafkaServer("kafka", home, port, advertisedPort, state.port("kafka-controller"), null, aot)));
    }

    /** Kafka with a second listener for users with names and limited rights, see {@link KafkaServer.UserListener}. */
    public DevStackBuilder kafkaWithUsers(Map<String, String> settings) {
        return with((home, state) -> {
            int port = state.port("kafka");
            var users = new KafkaServer.UserListener(state.port("kafka-users"), settings);
            return new KafkaServer("kafka", home, port, port, state.port("kafka-controller"), users, aot);
        });
    }

    public DevStackBuilder zooKeeper() {
        return with((home, state) -> new ZooKeeperServer(home, state.port("zookeeper")));
    }

    /** Called for each server when it serves, with the time of its start; from several threads at once. */
    public DevStackBuilder whenUp(BiConsumer<ManagedProcess, Duration> listener) {
        whenUp = listener;
        return this;
    }

    /**
     * Lets {@link #start} return when Redis serves, while the other servers start; the caller then calls {@link
     * DevStack#awaitServers}.
     *
     * <p>The services wait for database and Kafka by themselves, so both can start beside them.
     */
    public DevStackBuilder othersFollow() {
        othersFollow = true;
        return this;
    }

    /** What Kafka does with its AOT cache; by default it uses the one that exists. */
    public DevStackBuilder aot(AotUse use) {
        aot = use;
        return this;
    }

    /** Gives the servers little memory, enough for a few shoppers. */
    public DevStackBuilder small() {
        small = true;
        return this;
    }

    private SqlServer sized(SqlServer server) {
        if (small) {
            return server.bufferPoolMegabytes(SMALL_BUFFER_POOL);
        }
        return shared ? server : server.redoLog(REDO_LOG, PAGES_A_SECOND);
    }

    private KafkaServer sized(KafkaServer server) {
        return small ? server.heapMegabytes(SMALL_KAFKA_HEAP) : server;
    }

    /** Shares the stack with other JVMs: its servers end with this process, and closing it has no effect. */
    DevStackBuilder sharedBy(ProcessIdentity process) {
        owner = process;
        shared = true;
        return this;
    }

    /**
     * Starts all servers at the same time and returns once each of them serves (but see {@link #othersFollow}).
     *
     * @throws ServerFailedException if a server does not come up; the others are then stopped
     * @throws DirectoryInUseException if another process runs a stack in the directory
     */
    public DevStack start() {
        ProcessDirectory home = new ProcessDirectory(path);
        home.claim(owner);
        DevStack stack = create(home);
        try {
            var isFirst = stack.servers().stream().collect(partitioningBy(this::isFirst));
            ParallelTasks.forEach(isFirst.getOrDefault(true, List.of()), this::start);
            stack.redisCluster().ifPresent(RedisCluster::form);
            List<ManagedProcess> others = isFirst.getOrDefault(false, List.of());
            stack.following(CompletableFuture.runAsync(
                    () -> ParallelTasks.forEach(others, this::start), Thread::startVirtualThread));
            return stack;
        } catch (RuntimeException e) {
            stack.servers().reversed().forEach(ManagedProcess::stop);
            home.release();
            throw e;
        }
    }

    /** Attaches to the stack of another process here, and starts those servers that do not run. */
    DevStack attach() {
        DevStack stack = create(new ProcessDirectory(path));
        stack.servers().forEach(ManagedProcess::start);
        return stack;
    }

    private DevStack create(ProcessDirectory home) {
        StackState state = StackState.load(home);
        List<ManagedProcess> servers = new ArrayList<>();
        choices.forEach(choice -> servers.addAll(choice.create(home, state)));
        state.save();
        return new DevStack(home, servers, shared);
    }

    private boolean isFirst(ManagedProcess server) {
        return !othersFollow || server instanceof RedisServer || server instanceof RedisSentinel;
    }

    private void start(ManagedProcess server) {
        long begin = System.nanoTime();
        server.start();
        whenUp.accept(server, Duration.ofNanos(System.nanoTime() - begin));
    }

    private DevStackBuilder with(BiFunction<ProcessDirectory, StackState, ManagedProcess> one) {
        return withAll((home, state) -> List.of(one.apply(home, state)));
    }

    private DevStackBuilder withAll(Choice choice) {
        choices.add(choice);
        return this;
    }

    private interface Choice {
        List<ManagedProcess> create(ProcessDirectory home, StackState state);
    }
}
