package io.flashsale.gateway.routing;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** How much one client behind a proxy can hold; the proxy itself may have any number of connections. */
@TestPropertySource(
        properties = {
            "server.forward-headers-strategy=native",
            "flashsale.gateway.trusted-proxies=127\\\\.0\\\\.0\\\\.1",
            "flashsale.gateway.connections.requests-per-address=20",
            "flashsale.gateway.upstream.body-buffers=100KB",
            "server.tomcat.max-connections=60"
        })
@Tag("long")
class SlowBodiesTests extends ManualClockTest {

    private static final String LOGIN = "/api/login";

    /** Two of them exceed the limit. */
    private static final int LARGE = 60_000;

    private static final String GREEDY = "192.0.2.1";
    private static final String OTHER = "192.0.2.2";

    @Autowired
    private BufferBudget buffers = new BufferBudget(0, 0);

    /** Leaves nothing to the next test, either. */
    @AfterEach
    void closeAndAwaitThatGreedyIsAnswered() throws IOException {
        closeConnections();
        await().until(() -> client.get("/api/sales", null, from(GREEDY)).statusCode() == 200);
    }

    private Socket beginToSend(String path, String head, int bytes) throws IOException {
        return connected("POST " + path + " HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + GREEDY + "\r\n" + head
                + "\r\nContent-Length: 65536\r\n\r\n" + "x".repeat(bytes));
    }

    /** A connection is free for it while the greedy client has as many requests as it may. */
    private void assertOtherIsAnsweredMeanwhile() {
        await().until(() -> client.get("/api/sales", null, from(GREEDY)).statusCode() == 429);
        assertThat(rawGet("/api/sales", "X-Forwarded-For: " + OTHER)).startsWith("HTTP/1.1 200");
        HttpResponse<String> refused = client.get("/api/sales", null, from(GREEDY));
        assertProblem(refused, 429, "rate-limited");
        assertHeader(refused, "Retry-After", "1");
        assertThat(header(refused, "X-Correlation-Id")).isNotEmpty();
    }

    @Test
    void ofOneAddressDoNotKeepAnotherFromBeingAnswered() throws Exception {
        for (int i = 0; i < 80; i++) {
            beginToSend(LOGIN, "X-Number: " + i, 1);
        }
        assertOtherIsAnsweredMeanwhile();
        closeAndAwaitThatGreedyIsAnswered();
        assertThat(ORDER.calls()).isEmpty();
    }

    /** The gateway waits some time for the rest of such a body, which occupies the connection. */
    @Test
    void thatWereRefusedCountAsWell() throws Exception {
        for (int i = 0; i < 80; i++) {
            beginToSend("/api/admin/sales", "Authorization: Bearer " + SignedTokens.shopper(5), 1);
        }
        assertOtherIsAnsweredMeanwhile();
    }

    @Test
    void areKeptWithinABudgetThatSmallOnesDoNotNeed() throws Exception {
        Socket held = beginToSend(LOGIN, "X-Held: yes", LARGE);
        await().until(() -> buffers.taken() > 50_000);
        HttpResponse<String> refused = client.post(LOGIN, null, "x".repeat(LARGE), from(OTHER));
        assertProblem(refused, 503, "service-unavailable");
        assertHeader(refused, "Retry-After", "1");
        refused = client.post("/api/sales/1/reservations", SignedTokens.shopper(7), "x".repeat(LARGE), from(OTHER));
        assertProblem(refused, 503, "service-unavailable");
        assertStatus(client.post(LOGIN, null, "x".repeat(8_000), from(OTHER)), 200);
        assertStatus(client.post("/api/sales/1/reservations", SignedTokens.shopper(7), "", from(OTHER)), 200);
        held.close();
        await().until(() -> buffers.taken() == 0);
        assertStatus(client.post(LOGIN, null, "x".repeat(LARGE), from(OTHER)), 200);
        assertThat(buffers.taken()).isZero();
    }

    @Test
    void giveTheirBytesBackWhateverTheirEnd() throws Exception {
        assertProblem(client.send("POST", LOGIN, null, chunked(70_000), from(OTHER)), 413, "payload-too-large");
        await().until(() -> buffers.taken() == 0);
        ORDER.on(LOGIN, exchange -> {
            throw new IOException("no answer");
        });
        assertStatus(client.post(LOGIN, null, "x".repeat(LARGE), from(OTHER)), 503);
        await().until(() -> buffers.taken() == 0);
        assertThat(client.post("/api/session", null, "x".repeat(LARGE), from(OTHER))
                        .statusCode())
                .isGreaterThanOrEqualTo(400);
        await().until(() -> buffers.taken() == 0);
    }

    @Test
    void areAwaitedForAWhileAlsoWhenTheyAreRefused() throws Exception {
        Socket socket = beginToSend("/api/admin/sales", "Authorization: Bearer " + SignedTokens.shopper(5), 1);
        Thread.sleep(200);
        String rest = "x".repeat(65_535);
        socket.getOutputStream()
                .write((rest + "GET /api/sales HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(answers).startsWith("HTTP/1.1 403").contains("HTTP/1.1 200");
    }
}
