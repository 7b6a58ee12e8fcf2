package io.flashsale.gateway.routing;

import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Clients that request much without reading it hold none of the connections that others need. */
@Tag("long")
class SlowReadersTests extends ManualClockTest {

    /** More than the kernel buffers for a client that does not read. */
    private static final int LARGE = 24 * 1024 * 1024;

    private static final byte[] PIECE = new byte[8 * 1024];

    /** More than the connections to a service, fewer than one address may have to the gateway. */
    private static final int READERS = 300;

    /** One address's share of the 256 connections to a service: a quarter of a quarter. */
    private static final int SHARE = 16;

    @Autowired
    private LargeAnswers answers = new LargeAnswers(1, System::nanoTime);

    @Autowired
    private BufferBudget buffers = new BufferBudget(0, 0);

    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger brokenOff = new AtomicInteger();

    @BeforeEach
    void answerMuch() {
        STOCK.on("/api/sales", exchange -> {
            underWay.incrementAndGet();
            try (exchange) {
                exchange.sendResponseHeaders(200, LARGE);
                for (int sent = 0; sent < LARGE; sent += PIECE.length) {
                    exchange.getResponseBody().write(PIECE);
                }
            } catch (IOException callerHasGone) {
                brokenOff.incrementAndGet();
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    @AfterEach
    void closeAndAwaitTheEndOfAllAnswers() throws IOException {
        closeConnections();
        await().untilAtomic(underWay, equalTo(0));
        await().until(() -> answers.underWay() == 0); // otherwise the next test would lack their places
    }

    private void askAndDoNotRead(int readers) throws IOException {
        for (int i = 0; i < readers; i++) {
            Socket socket = new Socket();
            open.add(socket);
            socket.setReceiveBufferSize(2_048);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), client.port()));
            socket.getOutputStream()
                    .write("GET /api/sales HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void leaveConnectionsToTheService() throws Exception {
        askAndDoNotRead(READERS);
        await().until(() -> STOCK.calls().size() >= 256 && answers.underWay() == SHARE);
        assertStatus(client.post("/api/sales/1/reservations", SignedTokens.shopper(1), ""), 200);
        assertStatus(client.get("/api/sales/1", null), 200);
        assertThat(answers.underWay()).as("are still being read").isEqualTo(SHARE);
        // not at once: the last readers are still being answered
        await().untilAsserted(() ->
                assertThat(buffers.taken()).as("bytes that are kept").isZero());
    }

    @Test
    void areRefusedMoreThanTheirShareAndCutOffInTheEnd() throws Exception {
        askAndDoNotRead(SHARE);
        await().until(() -> answers.underWay() == SHARE); // otherwise this request would take one of their places
        assertProblem(client.get("/api/sales", null), 503, "service-unavailable");
        int refused = brokenOff.get();
        await().until(() -> {
            time.pass(LargeAnswers.TIMEOUT.plusNanos(1));
            answers.endSlowOnes();
            return brokenOff.get() >= refused + SHARE;
        });
        assertThat(client.get("/api/sales", null).body().length()).isEqualTo(LARGE);
    }
}
