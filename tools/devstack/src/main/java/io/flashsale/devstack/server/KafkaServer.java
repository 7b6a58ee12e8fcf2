package io.flashsale.devstack.server;

import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.JvmProcess;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Kafka 4 broker with its own controller (KRaft), in its own JVM, on the loopback address. */
public final class KafkaServer extends JvmProcess {

    private static final short METADATA = 3;

    private final int port;
    private final int advertisedPort;
    private final int controllerPort;
    private final @Nullable UserListener users;
    private int heapMegabytes = 256;

    /**
     * A second listener, {@code CLIENT}, for users with names (SASL).
     *
     * @param settings of the broker: the users and their rights, such as {@code
     *     listener.name.client.plain.sasl.jaas.config}
     */
    public record UserListener(int port, Map<String, String> settings) {}

    /**
     * @param advertisedPort the port that clients are told: the broker's own one, or that of a line to it
     * @param users null if it has no second listener
     */
    public KafkaServer(
            String name,
            ProcessDirectory home,
            int port,
            int advertisedPort,
            int controllerPort,
            @Nullable UserListener users,
            AotUse aot) {
        super(name, home, aot);
        this.port = port;
        this.advertisedPort = advertisedPort;
        this.controllerPort = controllerPort;
        this.users = users;
    }

    /** Another broker on free ports, not started yet. */
    public static KafkaServer further(String name, ProcessDirectory home) {
        int port = Ports.free();
        return new KafkaServer(name, home, port, port, Ports.free(), null, AotUse.IF_THERE);
    }

    /** The maximum heap from the next start on; 256 MB by default. */
    public KafkaServer heapMegabytes(int megabytes) {
        heapMegabytes = megabytes;
        return this;
    }

    /** The address that the broker tells its clients. */
    public String bootstrapServers() {
        return "127.0.0.1:" + advertisedPort;
    }

    /** @throws IllegalStateException if the broker has no listener for users */
    public String bootstrapServersForUsers() {
        if (users == null) {
            throw new IllegalStateException("This broker knows no users.");
        }
        return "127.0.0.1:" + users.port();
    }

    @Override
    protected void prepare() throws IOException {
        Files.writeString(configuration(), """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$s
                controller.listener.names=CONTROLLER
                listeners=BROKER://127.0.0.1:%1$s,CONTROLLER://127.0.0.1:%2$s
                advertised.listeners=BROKER://127.0.0.1:%4$s
                listener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT
                inter.broker.listener.name=BROKER
                # Relative: Kafka would split an absolute path at its commas, and misread letters that are not Latin.
                log.dirs=%3$s/data

                auto.create.topics.enable=true
                num.partitions=16
                group.initial.rebalance.delay.ms=0

                # One broker.
                default.replication.factor=1
                min.insync.replicas=1
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=4
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=4
                share.coordinator.state.topic.replication.factor=1
                share.coordinator.state.topic.min.isr=1
                share.coordinator.state.topic.num.partitions=4

                # After a kill the broker may register again when its old session has run out: 9 s by default.
                broker.session.timeout.ms=2000
                broker.heartbeat.interval.ms=500

                # Little memory.
                log.cleaner.dedupe.buffer.size=4194304
                num.network.threads=2
                num.io.threads=4
                """.formatted(port, controllerPort, name(), advertisedPort) + forUsers());
    }

    /** If a setting has two lines, the later one counts. */
    private String forUsers() {
        if (users == null) {
            return "";
        }
        StringBuilder lines = new StringBuilder("""

                # Users with names.
                listeners=BROKER://127.0.0.1:%1$s,CONTROLLER://127.0.0.1:%2$s,CLIENT://127.0.0.1:%3$s
                advertised.listeners=BROKER://127.0.0.1:%1$s,CLIENT://127.0.0.1:%3$s
                listener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT,CLIENT:SASL_PLAINTEXT
                """.formatted(port, controllerPort, users.port()));
        users.settings()
                .forEach((name, value) ->
                        lines.append(name).append('=').append(value).append('\n'));
        return lines.toString();
    }

    @Override
    protected List<String> jvmArguments() {
        return ServerClassPath.jvmArguments(
                "-Xmx" + heapMegabytes + "m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                "-XX:TrimNativeHeapInterval=10000", // milliseconds
                "-XX:MetaspaceSize=96m", // loading classes triggers no full collection
                "-XX:+ExitOnOutOfMemoryError");
    }

    @Override
    protected List<String> program() {
        return ServerClassPath.program(
                "io.flashsale.devstack.server.KafkaMain", configuration().toString());
    }

    @Override
    protected Path jar() {
        return Binaries.ownClasses();
    }

    private Path configuration() {
        return data().resolve("server.properties");
    }

    @Override
    protected Map<String, String> environment() {
        return Map.of("MALLOC_ARENA_MAX", "2"); // the C library would keep eight per processor
    }

    @Override
    protected Map<Integer, String> ports() {
        return users == null
                ? Map.of(port, "clients", controllerPort, "its controller")
                : Map.of(port, "clients", controllerPort, "its controller", users.port(), "clients with names");
    }

    /**
     * Asks for the metadata of no topic, in Kafka's protocol.
     *
     * <p>The fields are size, api key, api version, correlation id, client id and body. The broker serves when
     * it lists itself among the brokers.
     */
    @Override
    protected boolean isReady() throws IOException {
        try (Socket socket = Ports.connect(port)) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(2 + 2 + 4 + 2 + 4 + 1);
            out.writeShort(METADATA);
            out.writeShort(4);
            out.writeInt(1);
            out.writeShort(-1);
            out.writeInt(0);
            out.writeByte(0);
            out.flush();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.skipNBytes(4 + 4 + 4);
            return in.readInt() > 0;
        }
    }

    @Override
    protected Optional<String> advice(String log) {
        return log.contains("ClassNotFoundException") || log.contains("NoClassDefFoundError")
                ? Optional.of(ServerClassPath.ADVICE)
                : Optional.empty();
    }
}
