package io.flashsale.devstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/** Redis 7.0 on the loopback address, with an append-only file that is synced each second; it never evicts a key. */
public final class RedisServer extends ManagedProcess {

    private static final int DATABASES = 1_024;

    private final int port;

    RedisServer(ProcessDirectory home, int port) {
        super("redis", home);
        this.port = port;
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
            if (!ask("SELECT " + index + "\r\nFLUSHDB\r\n", 2).equals("+OK+OK")) {
                throw new IOException("Redis database " + index + " cannot be emptied");
            }
            return new RedisDatabase(host(), port, index);
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
        Files.writeString(dir.resolve("redis.conf"), """
                bind 127.0.0.1
                port %d
                dir "%s"
                databases %d
                appendonly yes
                appendfsync everysec
                maxmemory-policy noeviction
                # No snapshots beside the append-only file: they would fork in the middle of a sale.
                save ""
                # Rewriting the process title would hide what was started.
                set-proc-title no
                """.formatted(port, dir, DATABASES));
    }

    @Override
    protected List<String> command() {
        return List.of(
                executable().toString(),
                home().dataOf(name()).resolve("redis.conf").toString());
    }

    private static Path executable() {
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
        return Map.of(port, "Redis");
    }

    @Override
    protected boolean isReady() throws IOException {
        return ask("PING\r\n", 1).equals("+PONG");
    }

    /** Sends inline commands and returns that many lines of the answer in one string, without the line ends. */
    private String ask(String commands, int answers) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write(commands.getBytes(StandardCharsets.US_ASCII));
            StringBuilder text = new StringBuilder();
            int lines = 0;
            while (lines < answers) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    throw new IOException("Redis closed the connection");
                }
                if (next == '\n') {
                    lines++;
                } else if (next != '\r') {
                    text.append((char) next);
                }
            }
            return text.toString();
        }
    }
}
