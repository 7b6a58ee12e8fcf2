package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/**
 * How long slow senders can hold a connection. A slow machine may cut off a sender before its request has arrived,
 * so tests that need an answer retry.
 */
@TestPropertySource(
        properties = {"flashsale.gateway.connections.head-timeout=500ms", "server.tomcat.connection-timeout=2s"})
@Tag("long")
class SlowSendersTests extends GatewayTest {

    @Autowired
    private BufferBudget buffers = new BufferBudget(0, 0);

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
        socket.setSoTimeout(120_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException stillOpen) {
            throw stillOpen;
        } catch (IOException reset) {
            return true;
        }
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

    /** A call that is refused to this caller. */
    private record Refused(String path, boolean shopper, int status) {}

    @Test
    void areRefusedBeforeAByteOfTheBodyAndClosedWhenNoneComes() throws Exception {
        await().ignoreExceptions().untilAsserted(() -> {
            List<Refused> calls = List.of(
                    new Refused("/api/lab/audit/1", true, 403),
                    new Refused("/api/lab/audit/coupons/1", true, 403),
                    new Refused("/api/lab/naive/audit/1", true, 403),
                    new Refused("/api/lab/crowds", true, 403),
                    new Refused("/api/admin/sales", true, 403),
                    new Refused("/api/lab/audit/1", false, 401));
            List<Socket> silent = new ArrayList<>(); // in parallel, because each is closed only after seconds
            for (Refused call : calls) {
                String token = call.shopper() ? "Authorization: Bearer " + Tokens.shopper(5) + "\r\n" : "";
                silent.add(connected("POST " + call.path() + " HTTP/1.1\r\nHost: x\r\n" + token
                        + "Content-Length: 16000000\r\n\r\n"));
            }
            for (int i = 0; i < calls.size(); i++) {
                String answer = new String(silent.get(i).getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
                assertThat(answer)
                        .as(calls.get(i).toString())
                        .startsWith("HTTP/1.1 " + calls.get(i).status())
                        .contains("/problems/");
            }
            assertThat(STOCK.calls()).isEmpty();
            assertThat(CONTROL_ROOM.calls()).isEmpty();
            assertThat(LOCK_LAB.calls()).isEmpty();
        });
    }

    @Test
    void areNotHeldByARefusedBodyThatTrickles() throws Exception {
        await().ignoreExceptions().untilAsserted(() -> {
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
            trickle.join();
        });
    }

    @Test
    void giveBackWhatTheyHoldOfTheBuffers() throws Exception {
        await().ignoreExceptions().untilAsserted(() -> {
            Socket silent = connected(
                    "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n" + "x".repeat(60_000));
            assertThat(silent.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 408");
        });
        await().until(() -> buffers.taken() == 0);
    }
}
