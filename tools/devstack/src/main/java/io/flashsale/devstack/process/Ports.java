package io.flashsale.devstack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** TCP ports of this machine. */
public final class Ports {

    /**
     * Below the ports of outgoing connections on Linux (from 32768) and macOS (from 49152), so that a server that is
     * stopped for a while finds its port still free.
     */
    private static final int MIN_PORT = 20_000;

    private static final int MAX_PORT = 32_000;
    private static final Set<Integer> HANDED_OUT = ConcurrentHashMap.newKeySet();

    /** Holds one byte per port. A JVM locks the bytes of the ports that it has handed out, for as long as it lives. */
    private static final FileChannel RESERVATIONS = reservations();

    private Ports() {}

    /** A free port that no live JVM of this user has handed out before. */
    public static int free() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT);
            if (!HANDED_OUT.contains(port) && isFree(port) && reserve(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port between " + MIN_PORT + " and " + MAX_PORT);
    }

    /** Reserves the port for this JVM; false if this or another JVM has handed it out already. */
    static boolean reserve(int port) {
        try {
            return HANDED_OUT.add(port) && RESERVATIONS.tryLock(port, 1, false) != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileChannel reservations() {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "flashsale-ports-" + System.getProperty("user.name"));
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A port of the address that our servers listen on; the loopback address of a JVM may be that of IPv6. */
    public static InetSocketAddress local(int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    /**
     * A connection to a server on this machine, which takes two seconds at most for each answer.
     *
     * @throws IOException if nobody listens there
     */
    public static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(local(port), 1_000);
            socket.setSoTimeout(2_000);
            return socket;
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    /** Whether a server could listen on this port now, on every address of the machine. */
    public static boolean isFree(int port) {
        return canBind(new InetSocketAddress(port)) && canBind(local(port));
    }

    /** Whether a server could listen on this address, because it is one of this machine, or stands for all of them. */
    public static boolean isOfThisMachine(String address) {
        return canBind(new InetSocketAddress(address, 0));
    }

    /**
     * Like {@link #isFree}, but checks for half a second.
     *
     * <p>A process that another thread starts right now holds for a moment a copy of the socket of our check.
     */
    static boolean becomesFree(int port) {
        return Pause.until(() -> isFree(port), Duration.ofMillis(500), 50);
    }

    private static boolean canBind(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            // As servers do: connections of an earlier server in TIME_WAIT do not block the port.
            socket.setReuseAddress(true);
            socket.bind(address);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** The process that listens on the port, as far as this user may see it; for messages only. */
    public static String holder(int port) {
        Optional<Long> pid = Platform.isMac()
                ? Platform.output("lsof", "-nP", "-t", "-iTCP:" + port, "-sTCP:LISTEN")
                        .lines()
                        .findFirst()
                        .map(Long::valueOf)
                : listeningSocket(port).flatMap(Ports::ownerOfSocket);
        return pid.map(p -> "process " + p
                        + ProcessHandle.of(p)
                                .flatMap(handle -> handle.info().command())
                                .map(command -> " (" + Path.of(command).getFileName() + ")")
                                .orElse(""))
                .orElse("another process");
    }

    /** The inode of the socket in state 0A (LISTEN), from proc(5): fields are local address 1, state 3, inode 9. */
    private static Optional<String> listeningSocket(int port) {
        String suffix = ":%04X".formatted(port);
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .map(Path::of)
                .filter(Files::isReadable)
                .flatMap(Ports::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(f -> f.length > 9 && f[1].endsWith(suffix) && f[3].equals("0A"))
                .map(f -> f[9])
                .findFirst();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }

    private static Optional<Long> ownerOfSocket(String inode) {
        String link = "socket:[" + inode + "]";
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> {
                    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
                        return files.anyMatch(file -> link.equals(target(file)));
                    } catch (IOException | UncheckedIOException notOurs) {
                        return false;
                    }
                })
                .findFirst();
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
