package io.flashsale.devstack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One ZooKeeper 3.9 in a JVM of its own, on the loopback address. */
public final class ZooKeeperServer extends ManagedProcess {

    private final int port;

    ZooKeeperServer(ProcessDirectory home, int port) {
        super("zookeeper", home);
        this.port = port;
    }

    public int port() {
        return port;
    }

    public String connectString() {
        return "127.0.0.1:" + port;
    }

    @Override
    protected void prepare() throws IOException {
        Path dir = home().dataOf(name());
        Files.writeString(dir.resolve("zoo.cfg"), """
                clientPort=%d
                clientPortAddress=127.0.0.1
                dataDir=%s
                tickTime=500
                minSessionTimeout=1000
                maxClientCnxns=0
                admin.enableServer=false
                4lw.commands.whitelist=srvr
                """.formatted(
                        port, dir.resolve("data").toString().replace('\\', '/')));
    }

    @Override
    protected List<String> command() {
        return ServerClassPath.java(
                List.of("-Xmx128m", "-Xss512k", "-XX:+UseSerialGC", "-Dzookeeper.jmx.log4j.disable=true"),
                "org.apache.zookeeper.server.ZooKeeperServerMain",
                home().dataOf(name()).resolve("zoo.cfg").toString());
    }

    @Override
    protected Map<Integer, String> ports() {
        return Map.of(port, "clients");
    }

    /** The four-letter command that only a serving server answers with its version. */
    @Override
    protected boolean isReady() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .startsWith("Zookeeper version");
        }
    }
}
