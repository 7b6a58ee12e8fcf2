package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.test.context.TestPropertySource;

/** What slow and greedy clients can hold of the gateway. */
@Timeout(60)
@TestPropertySource(
        properties = {
            "flashsale.gateway.connections.per-address=20",
            "flashsale.gateway.connections.head-timeout=500ms",
            "server.tomcat.connection-timeout=2s"
        })
class HeldConnectionsTests extends GatewayTest {

    private final List<Socket> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    private Socket connected(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
        open.add(socket);
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private boolean isAnswered(String request) {
        try {
            return connected(request).getInputStream().read() == 'H';
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void areSoManyForOneAddressAndAFurtherOneIsClosed() throws Exception {
        String request = "GET /api/sales HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n";
        for (int i = 0; i < 20; i++) {
            assertThat(isAnswered(request)).isTrue();
        }
        assertThat(isAnswered(request)).isFalse();
        open.removeFirst().close();
        await().atMost(Duration.ofSeconds(20)).until(() -> isAnswered(request));
    }

    @Test
    void endWhenTheHeadersTakeTooLongHoweverManyBytesCome() throws Exception {
        Socket slow = connected("GET /api/sales HTTP/1.1\r\nHost: x\r\nX-Slow: ");
        Thread trickle = Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    slow.getOutputStream().write('x');
                    Thread.sleep(100);
                }
            } catch (IOException | InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(isClosed(slow)).isTrue();
        trickle.join();
        assertThat(STOCK.calls()).isEmpty();
    }

    /** A call that is refused to whoever makes it. */
    private record Refused(String path, boolean shopper, int status) {}

    @Test
    void areRefusedBeforeAByteOfTheBodyAndClosedWhenNoneComes() throws Exception {
        List<Refused> calls = List.of(
                new Refused("/api/lab/audit/1", true, 403),
                new Refused("/api/lab/audit/coupons/1", true, 403),
                new Refused("/api/lab/naive/audit/1", true, 403),
                new Refused("/api/lab/crowds", true, 403),
                new Refused("/api/admin/sales", true, 403),
                new Refused("/api/lab/audit/1", false, 401));
        List<Socket> silent = new ArrayList<>(); // side by side, because each is closed after seconds
        for (Refused call : calls) {
            String token = call.shopper() ? "Authorization: Bearer " + Tokens.shopper(5) + "\r\n" : "";
            silent.add(connected(
                    "POST " + call.path() + " HTTP/1.1\r\nHost: x\r\n" + token + "Content-Length: 16000000\r\n\r\n"));
        }
        for (int i = 0; i < calls.size(); i++) {
            String answer = new String(readToTheEnd(silent.get(i).getInputStream()), StandardCharsets.ISO_8859_1);
            assertThat(answer)
                    .as(calls.get(i).toString())
                    .startsWith("HTTP/1.1 " + calls.get(i).status())
                    .contains("/problems/");
        }
        assertThat(STOCK.calls()).isEmpty();
        assertThat(CONTROL_ROOM.calls()).isEmpty();
        assertThat(LOCK_LAB.calls()).isEmpty();
    }

    @Test
    void areNotHeldByARefusedBodyThatTrickles() throws Exception {
        Socket slow = connected("POST /api/admin/sales HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + Tokens.shopper(5) + "\r\nContent-Length: 1000000\r\n\r\n");
        Thread trickle = Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    slow.getOutputStream().write('x');
                    Thread.sleep(100);
                }
            } catch (IOException | InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(slow.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 403");
        await().atMost(Duration.ofSeconds(10)).until(() -> !trickle.isAlive());
    }

    @Test
    void stayOpenForWhoSendsARefusedBodyALittleLate() throws Exception {
        String head = "POST /api/admin/sales HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + Tokens.shopper(5)
                + "\r\nContent-Length: 4\r\n\r\n";
        Socket socket = connected(head);
        Thread.sleep(200);
        socket.getOutputStream().write("{  }".getBytes(StandardCharsets.ISO_8859_1));
        Thread.sleep(200);
        socket.getOutputStream()
                .write("GET /api/sales HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.ISO_8859_1));
        String answers = new String(readToTheEnd(socket.getInputStream()), StandardCharsets.ISO_8859_1);
        assertThat(answers).startsWith("HTTP/1.1 403").contains("HTTP/1.1 200");
    }

    /** What came before the connection was closed. */
    private static byte[] readToTheEnd(InputStream from) throws IOException {
        return from.readAllBytes();
    }
}
