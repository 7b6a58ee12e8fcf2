package io.flashsale.devstack.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.network.TcpProxy.Direction;
import io.flashsale.devstack.process.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An echo server, a line to it, and each fault of the line. */
class TcpProxyTests {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private ServerSocket server;
    private TcpProxy line;

    @BeforeEach
    void listen() throws IOException {
        listenOn(Ports.free()); // reserved, because some tests listen on it again
        line = TcpProxy.to(server.getLocalPort());
    }

    private void listenOn(int port) throws IOException {
        ServerSocket listening = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        server = listening;
        Thread.ofVirtual().start(() -> {
            while (!listening.isClosed()) {
                try {
                    Socket socket = listening.accept();
                    accepted.incrementAndGet();
                    Thread.ofVirtual().start(() -> echo(socket));
                } catch (IOException closed) {
                    // the loop ends with the server
                }
            }
        });
    }

    private void echo(Socket socket) {
        try (socket) {
            byte[] buffer = new byte[1_000];
            for (int count = socket.getInputStream().read(buffer);
                    count >= 0;
                    count = socket.getInputStream().read(buffer)) {
                heard.add(new String(buffer, 0, count, StandardCharsets.US_ASCII));
                socket.getOutputStream().write(buffer, 0, count);
            }
        } catch (IOException broken) {
            heard.add("broken");
        }
    }

    @AfterEach
    void close() throws IOException {
        line.close();
        server.close();
    }

    private Socket connect() throws IOException {
        return connect(line);
    }

    private static Socket connect(TcpProxy proxy) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout((int) SOON.toMillis());
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    private static void requireSilence(Socket socket) throws IOException {
        socket.setSoTimeout(300);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        socket.setSoTimeout((int) SOON.toMillis());
    }

    @Test
    void shouldPassEverythingOnInItsOrder() throws IOException {
        try (Socket client = connect()) {
            byte[] much = new byte[3_000_000];
            for (int i = 0; i < much.length; i++) {
                much[i] = (byte) (i % 251);
            }
            Thread.ofVirtual().start(() -> {
                try {
                    client.getOutputStream().write(much);
                    client.shutdownOutput();
                } catch (IOException broken) {
                    heard.add("broken");
                }
            });
            assertThat(client.getInputStream().readAllBytes()).isEqualTo(much);
        }
    }

    @Test
    void shouldDelayEachByteAndKeepTheOrder() throws IOException {
        line.delay(Duration.ofMillis(200));
        try (Socket client = connect()) {
            long begin = System.nanoTime();
            say(client, "slow");
            say(client, "ly");
            assertThat(answer(client, 6)).isEqualTo("slowly");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(400));
        }
    }

    @Test
    void shouldHoldBackWhatACutLineIsGivenAndLetNobodyInUntilItIsMended() throws IOException {
        try (Socket client = connect()) {
            say(client, "before");
            assertThat(answer(client, 6)).isEqualTo("before");
            line.cut();
            try (Socket other = connect()) {
                say(client, "during");
                say(other, "hello");
                requireSilence(client);
                assertThat(heard).containsExactly("before");
                line.heal();
                assertThat(answer(client, 6)).isEqualTo("during");
                assertThat(answer(other, 5)).isEqualTo("hello");
            }
        }
    }

    @Test
    void shouldBreakEveryConnectionWhileItRefuses() throws IOException {
        try (Socket before = connect()) {
            say(before, "before");
            assertThat(answer(before, 6)).isEqualTo("before");
            line.refuse();
            assertThatThrownBy(() -> answer(before, 1)).isInstanceOf(SocketException.class);
            try (Socket during = connect()) {
                assertThatThrownBy(() -> answer(during, 1)).isInstanceOf(SocketException.class);
            }
            line.heal();
            try (Socket after = connect()) {
                say(after, "after");
                assertThat(answer(after, 5)).isEqualTo("after");
            }
            assertThat(heard).containsSubsequence("before", "after");
        }
    }

    @Test
    void shouldDoWhatIsAskedAndNotAnswerWhileOneWayIsCut() throws IOException {
        try (Socket client = connect()) {
            line.cut(Direction.TO_CLIENT);
            say(client, "pay");
            await().atMost(SOON).untilAsserted(() -> assertThat(heard).containsExactly("pay"));
            requireSilence(client);
            line.heal();
            assertThat(answer(client, 3)).isEqualTo("pay");
        }
    }

    @Test
    void shouldBreakAllConnectionsAndTakeNewOnesAfterAReset() throws IOException {
        try (Socket client = connect();
                Socket other = connect()) {
            say(client, "a");
            answer(client, 1);
            say(other, "b");
            answer(other, 1);
            line.reset();
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> other.getInputStream().read()).isInstanceOf(IOException.class);
            await().atMost(SOON).untilAsserted(() -> assertThat(heard).contains("broken"));
        }
        try (Socket next = connect()) {
            say(next, "c");
            assertThat(answer(next, 1)).isEqualTo("c");
        }
        await().atMost(SOON).until(() -> line.connections() == 0);
    }

    /** Negative at the end of the stream; on a slow machine "b" meets a closed line, which resets it. */
    private static int firstByte(Socket client) throws IOException {
        try {
            return client.getInputStream().read();
        } catch (SocketException reset) {
            return -1;
        }
    }

    @Test
    void shouldFallSilentAndThenCloseInGoodOrder() throws IOException {
        try (Socket client = connect()) {
            say(client, "a");
            answer(client, 1);
            long begin = System.nanoTime();
            line.closeSlowly(Duration.ofMillis(500));
            say(client, "b");
            assertThat(firstByte(client))
                    .as("the end of the stream, and no echo before it")
                    .isNegative();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
            assertThat(heard).containsExactly("a");
        }
    }

    @Test
    void shouldBreakAConnectionToAServerThatDoesNotListen() throws IOException {
        try (TcpProxy toNobody = TcpProxy.to(Ports.free());
                Socket client = connect(toNobody)) {
            assertThat(firstByte(client)).as("nobody answers").isNegative();
        }
    }

    @Test
    void shouldNotCallAServerOfWhichClientsTakeTheirLeave() throws Exception {
        try (TcpProxy refusing = TcpProxy.refusingWithout(server.getLocalPort())) {
            for (int connection = 1; connection <= 3; connection++) {
                assertThat(answerThrough(refusing)).isEqualTo("a");
            }
            await().atMost(SOON).until(() -> refusing.connections() == 0);
            await().during(Duration.ofMillis(300)).atMost(SOON).until(() -> accepted.get() == 3);
        }
    }

    @Test
    void shouldListenAgainWhenSomebodyElseHasLeftItsPort() throws Exception {
        int port = server.getLocalPort();
        try (TcpProxy refusing = TcpProxy.refusingWithout(port)) {
            assertThat(answerThrough(refusing)).isEqualTo("a");
            server.close();
            await().atMost(SOON).until(() -> isRefused(refusing));
            try (ServerSocket _ = new ServerSocket(refusing.port(), 1, InetAddress.getLoopbackAddress())) {
                int before = accepted.get();
                listenOn(port);
                await().atMost(SOON).until(() -> accepted.get() > before + 2); // it has tried to listen
            }
            await().atMost(SOON).until(() -> !isRefused(refusing));
            assertThat(answerThrough(refusing)).isEqualTo("a");
        }
    }

    private static String answerThrough(TcpProxy proxy) throws IOException {
        try (Socket client = connect(proxy)) {
            say(client, "a");
            return answer(client, 1);
        }
    }

    private static boolean isRefused(TcpProxy proxy) throws IOException {
        try (Socket client = new Socket()) {
            client.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()), (int) SOON.toMillis());
            return false;
        } catch (SocketException refused) { // or reset, because it waited to be accepted when the proxy began to refuse
            return true;
        }
    }
}
