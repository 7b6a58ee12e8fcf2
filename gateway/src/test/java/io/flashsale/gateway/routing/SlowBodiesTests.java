package io.flashsale.gateway.routing;

import static io.flashsale.gateway.support.Client.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.Tokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** What one client can hold who comes through a proxy, which may have any number of connections. */
@Timeout(60)
@TestPropertySource(
        properties = {
            "server.forward-headers-strategy=native",
            "flashsale.gateway.trusted-proxies=127\\\\.0\\\\.0\\\\.1",
            "flashsale.gateway.connections.requests-per-address=20",
            "flashsale.gateway.upstream.body-buffers=100KB",
            "server.tomcat.max-connections=60",
            "server.tomcat.connection-timeout=3s"
        })
class SlowBodiesTests extends GatewayTest {

    private static final String LOGIN = "/api/login";
    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    /** Two are more than may be kept. */
    private static final int LARGE = 60_000;

    private static final String GREEDY = "192.0.2.1";
    private static final String OTHER = "192.0.2.2";

    @Autowired
    private BufferBudget buffers = new BufferBudget(0, 0);

    private final List<Socket> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    private static String[] from(String address) {
        return new String[] {"X-Forwarded-For", address};
    }

    private Socket beginToSend(String path, String head, int bytes) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
        open.add(socket);
        socket.getOutputStream()
                .write(("POST " + path + " HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + GREEDY + "\r\n" + head
                                + "\r\nContent-Length: 65536\r\n\r\n" + "x".repeat(bytes))
                        .getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private void assertAnsweredAtOnce(String address) {
        long start = System.nanoTime();
        String answer = client.raw(
                "GET /api/sales HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + address + "\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
    }

    @Test
    void ofOneAddressDoNotKeepAnotherFromBeingAnswered() throws Exception {
        for (int i = 0; i < 80; i++) {
            beginToSend(LOGIN, "X-Number: " + i, 1);
        }
        assertAnsweredAtOnce(OTHER);
        HttpResponse<String> refused = client.get("/api/sales", null, from(GREEDY));
        assertProblem(refused, 429, "rate-limited");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.headers().firstValue("X-Correlation-Id")).isPresent();
        closeAll();
        await().until(() -> client.get("/api/sales", null, from(GREEDY)).statusCode() == 200);
        assertThat(ORDER.calls()).isEmpty();
    }

    /** The gateway waits for the rest of such a body for a while, and its connection is taken. */
    @Test
    void thatWereRefusedCountAsWell() throws Exception {
        for (int i = 0; i < 80; i++) {
            beginToSend("/api/admin/sales", "Authorization: Bearer " + Tokens.shopper(5), 1);
        }
        assertAnsweredAtOnce(OTHER);
    }

    @Test
    void areKeptWithinABudgetThatSmallOnesDoNotNeed() throws Exception {
        Socket held = beginToSend(LOGIN, "X-Held: yes", LARGE);
        await().until(() -> buffers.taken() > 50_000);
        HttpResponse<String> refused = client.post(LOGIN, null, "x".repeat(LARGE), from(OTHER));
        assertProblem(refused, 503, "service-unavailable");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertProblem(
                client.post("/api/sales/1/reservations", Tokens.shopper(7), "x".repeat(LARGE), from(OTHER)),
                503,
                "service-unavailable");
        assertThat(client.post(LOGIN, null, "x".repeat(8_000), from(OTHER)).statusCode())
                .isEqualTo(200);
        assertThat(client.post("/api/sales/1/reservations", Tokens.shopper(7), "", from(OTHER))
                        .statusCode())
                .isEqualTo(200);
        held.close();
        await().until(() -> buffers.taken() == 0);
        assertThat(client.post(LOGIN, null, "x".repeat(LARGE), from(OTHER)).statusCode())
                .isEqualTo(200);
        assertThat(buffers.taken()).isZero();
    }

    @Test
    void giveTheirBytesBackWhateverTheirEnd() throws Exception {
        Socket silent = beginToSend(LOGIN, "X-Silent: yes", LARGE);
        silent.setSoTimeout(20_000);
        assertThat(silent.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 408");
        await().until(() -> buffers.taken() == 0);
        HttpResponse<String> tooLarge = client.send(
                "POST",
                LOGIN,
                null,
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[70_000])),
                from(OTHER));
        assertProblem(tooLarge, 413, "payload-too-large");
        await().until(() -> buffers.taken() == 0);
        ORDER.on(LOGIN, exchange -> {
            throw new IOException("no answer");
        });
        assertThat(client.post(LOGIN, null, "x".repeat(LARGE), from(OTHER)).statusCode())
                .isEqualTo(503);
        await().until(() -> buffers.taken() == 0);
        assertThat(client.post("/api/session", null, "x".repeat(LARGE), from(OTHER))
                        .statusCode())
                .isGreaterThanOrEqualTo(400);
        await().until(() -> buffers.taken() == 0);
    }
}
