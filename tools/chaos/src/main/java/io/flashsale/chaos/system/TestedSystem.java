package io.flashsale.chaos.system;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.Lines;
import io.flashsale.devstack.system.ServiceName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.redisson.api.RedissonClient;

/**
 * The whole shop as real processes, with breakable lines from services to servers and from gateways to
 * services.
 *
 * <p>The tester's own reads bypass the lines, except those from Kafka, which tells all clients the address of
 * its line.
 */
public final class TestedSystem implements AutoCloseable {

    /** Short, so that many orders expire in each round. */
    private static final Duration PAYMENT_WINDOW = Duration.ofSeconds(12);

    /**
     * Shorter than the time to converge. The second look at the latest settles a charge that a killed process
     * did not report.
     */
    private static final Duration MISSED_CHARGES = Duration.ofSeconds(10);

    /** Short, as one machine has one clock: an order closes only after a look that covers its deadline. */
    private static final Duration MISSED_CHARGES_AGE = Duration.ofSeconds(1);

    /**
     * The interval of stock-service's reconciliation when sales have several buckets.
     *
     * <p>Units of a move that died are in no gate until three reconciliations have missed them. With the usual
     * interval that takes longer than the time to converge.
     */
    private static final Duration RECONCILIATION = Duration.ofSeconds(2);

    /** With which the payment provider signs. */
    public static final String PROVIDER_SECRET = "the secret of chaos and its provider";

    private final Topology topology;
    private final DevStack stack;
    private final Lines lines;
    private final FlashSaleSystem services;
    private final List<JavaService> running;
    private final RedissonClient redis;
    private final Records records;
    private final ProviderRecords provider;

    private TestedSystem(
            Topology topology, DevStack stack, Lines lines, FlashSaleSystem services, ProviderRecords provider) {
        this.topology = topology;
        this.stack = stack;
        this.lines = lines;
        this.services = services;
        this.provider = provider;
        this.running = Targets.SERVICES.stream()
                .flatMap(name -> services.instances(name).stream())
                .toList();
        this.redis = DirectRedis.connect(stack.redisDeployment());
        this.records = new Records(stack.database(), redis, stack.kafka().bootstrapServers());
    }

    /**
     * Starts everything and returns when it serves.
     *
     * @param data the directory of data and logs
     * @param instances of each service
     * @param buckets of each sale
     * @param change of the usual settings
     */
    public static TestedSystem start(
            Path root,
            Path data,
            Topology topology,
            int instances,
            int buckets,
            Consumer<FlashSaleSystemBuilder> change) {
        int kafkaPort = Ports.free();
        TcpProxy kafka = TcpProxy.to(kafkaPort);
        DevStack stack = topology.addTo(DevStack.in(data).mariaDb())
                .kafkaBehind(kafka.port(), kafkaPort)
                .start();
        Lines lines = new Lines(stack, kafka);
        ProviderRecords provider = new ProviderRecords(stack.database());
        String mockDatabase = "FLASHSALE_PAYMENT_MOCKDATABASE_";
        FlashSaleSystemBuilder wiring = FlashSaleSystem.on(lines.backends(), stack.directory())
                .root(root)
                .instances(instances)
                .gatewayBehind(lines)
                .environment(
                        ServiceName.ORDER,
                        mockDatabase + "URL",
                        provider.database().jdbcUrl())
                .environment(
                        ServiceName.ORDER,
                        mockDatabase + "USERNAME",
                        provider.database().user())
                .environment(
                        ServiceName.ORDER,
                        mockDatabase + "PASSWORD",
                        provider.database().password())
                .environment(ServiceName.ORDER, "FLASHSALE_PAYMENT_SIGNING_SECRET", PROVIDER_SECRET)
                .environment(ServiceName.ORDER, "FLASHSALE_ORDERS_PAYMENTWINDOW", PAYMENT_WINDOW.toSeconds() + "s")
                .environment(ServiceName.ORDER, "FLASHSALE_MISSEDCHARGES_INTERVAL", MISSED_CHARGES.toSeconds() + "s")
                .environment(ServiceName.ORDER, "FLASHSALE_MISSEDCHARGES_AGE", MISSED_CHARGES_AGE.toSeconds() + "s")
                .environment(ServiceName.ORDER, "FLASHSALE_MISSEDCHARGES_TRAIL", MISSED_CHARGES.toSeconds() + "s");
        if (buckets > 1) {
            wiring.environment(
                    ServiceName.STOCK, "FLASHSALE_RECONCILIATION_INTERVAL", RECONCILIATION.toSeconds() + "s");
        }
        for (ServiceName service : Targets.SERVICES) {
            // Services start often: the optimising compiler would cost more than it saves.
            wiring.jvmArgument(service, "-XX:TieredStopAtLevel=1");
        }
        change.accept(wiring);
        FlashSaleSystem services = wiring.build();
        try {
            services.start(EnumSet.copyOf(Targets.SERVICES));
            provider.create();
            return new TestedSystem(topology, stack, lines, services, provider);
        } catch (RuntimeException e) {
            services.close();
            stack.close();
            lines.close();
            throw e;
        }
    }

    public Topology topology() {
        return topology;
    }

    public String gatewayUrl() {
        return services.gatewayUrl();
    }

    public Records records() {
        return records;
    }

    public ProviderRecords providerRecords() {
        return provider;
    }

    /** The servers, for tests that change their data to see whether the checker finds it. */
    public DevStack stack() {
        return stack;
    }

    /**
     * @param target one of {@link Targets}
     * @param key in Redis; it selects one of several masters
     * @throws IllegalStateException if no process has that role now, as during a fail-over
     */
    public ManagedProcess process(String target, String key) {
        return switch (target) {
            case Targets.REDIS -> stack.redisServing(key);
            case Targets.REDIS_REPLICA -> stack.redisCopying(key);
            case Targets.KAFKA -> stack.kafka();
            case Targets.DATABASE -> stack.database();
            default ->
                processes()
                        .filter(process -> process.name().equals(target))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("There is no " + target));
        };
    }

    /** @param target one of {@link Targets#lines} and {@link Targets#linesFromGateway} */
    public TcpProxy line(String target) {
        return lines.named(target);
    }

    /** Deletes all data in Redis, one master after the other. */
    public void wipeRedis() {
        redis.getKeys().flushall();
    }

    /**
     * Has the Sentinels choose another master although this one is healthy, or a Cluster's replica take over from it.
     *
     * @param key in Redis; it selects one of several masters
     * @throws IllegalStateException if nobody can now, as during a fail-over
     */
    public void failOver(String key) {
        if (topology == Topology.CLUSTER) {
            stack.redisCopying(key).takeOver();
            return;
        }
        stack.servers(RedisSentinel.class).stream()
                .filter(RedisSentinel::isServing)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No Sentinel answers"))
                .failOver();
    }

    /**
     * Repairs all lines, resumes or starts every process, and returns when everything serves.
     *
     * @throws io.flashsale.devstack.process.ServerFailedException if something does not
     */
    public void heal() {
        lines.heal();
        List<ManagedProcess> all = processes().toList();
        for (ManagedProcess process : all) {
            if (process.isRunning()) {
                process.resume();
            } else {
                process.launch();
            }
        }
        ParallelTasks.forEach(all, ManagedProcess::awaitReady);
    }

    private Stream<ManagedProcess> processes() {
        return Stream.concat(stack.servers().stream(), running.stream());
    }

    @Override
    public void close() {
        records.close();
        redis.shutdown();
        stack.servers().stream().filter(ManagedProcess::isRunning).forEach(ManagedProcess::resume);
        running.stream().filter(ManagedProcess::isRunning).forEach(ManagedProcess::kill);
        services.close();
        stack.close();
        lines.close();
    }
}
