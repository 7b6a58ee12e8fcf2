package io.flashsale.devstack.server;

import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.JvmProcess;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A ZooKeeper 3.9 in its own JVM, on the loopback address; alone or in a {@link ZooKeeperEnsemble}. */
public final class ZooKeeperServer extends JvmProcess {

    private final int port;
    private final int id;
    private final List<String> peers;

    /** A stand-alone server. */
    public ZooKeeperServer(ProcessDirectory home, int port) {
        super("zookeeper", home, AotUse.NONE);
        this.port = port;
        this.id = 1;
        this.peers = List.of();
    }

    /**
     * A member of an ensemble.
     *
     * @param id its number, from 1
     * @param peers of each member, in the order of their numbers: host, port for followers, port for elections
     */
    ZooKeeperServer(String name, ProcessDirectory home, int id, List<String> peers) {
        super(name, home, AotUse.NONE);
        this.port = Ports.free();
        this.id = id;
        this.peers = List.copyOf(peers);
    }

    public int port() {
        return port;
    }

    public String connectString() {
        return "127.0.0.1:" + port;
    }

    /** Whether it leads an ensemble now. */
    public boolean leads() {
        try {
            return isRunning() && srvr().contains("Mode: leader");
        } catch (IOException noAnswer) {
            return false;
        }
    }

    @Override
    protected void prepare() throws IOException {
        Path data = Files.createDirectories(data().resolve("data"));
        StringBuilder conf = new StringBuilder("""
                clientPort=%s
                clientPortAddress=127.0.0.1
                # Relative: ZooKeeper would misread the letters of an absolute path that are not Latin.
                dataDir=./%s/data
                tickTime=500
                minSessionTimeout=1000
                maxClientCnxns=0
                admin.enableServer=false
                4lw.commands.whitelist=srvr
                """.formatted(port, name()));
        if (!peers.isEmpty()) {
            Files.writeString(data.resolve("myid"), Integer.toString(id));
            conf.append("initLimit=20\nsyncLimit=4\n");
            for (int peer = 1; peer <= peers.size(); peer++) {
                conf.append("server.%s=%s%n".formatted(peer, peers.get(peer - 1)));
            }
        }
        Files.writeString(configuration(), conf);
    }

    @Override
    protected List<String> jvmArguments() {
        return ServerClassPath.jvmArguments(
                "-Xmx128m", "-Xss512k", "-XX:+UseSerialGC", "-Dzookeeper.jmx.log4j.disable=true");
    }

    @Override
    protected List<String> program() {
        return ServerClassPath.program(
                peers.isEmpty()
                        ? "org.apache.zookeeper.server.ZooKeeperServerMain"
                        : "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                configuration().toString());
    }

    @Override
    protected Path jar() {
        return Binaries.ownClasses();
    }

    private Path configuration() {
        return data().resolve("zoo.cfg");
    }

    @Override
    protected Map<Integer, String> ports() {
        return Map.of(port, "clients");
    }

    @Override
    protected boolean isReady() throws IOException {
        return srvr().startsWith("Zookeeper version");
    }

    /** The four-letter command srvr; only a server that serves answers it with its version and role. */
    private String srvr() throws IOException {
        try (Socket socket = Ports.connect(port)) {
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
