package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/**
 * How long slow senders can hold a connection. A slow machine may cut off a sender before its request has arrived,
 * so tests that need an answer send again until there is one.
 */
@TestPropertySource(
        properties = {"flashsale.gateway.connections.head-timeout=500ms", "server.tomcat.connection-timeout=2s"})
@Tag("long")
class SlowSendersTests extends GatewayTest {

    @Autowired
    private BufferBudget buffers = new BufferBudget(0, 0);

    @Override
    protected Socket connected(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
        open.add(socket);
        socket.setSoTimeout(120_000);
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException cutOff) {
            socket.close(); // reading tells that there is no answer
        }
        return socket;
    }

    /** Sends a byte now and then until the connection is closed. */
    private static Thread trickleInto(Socket socket) {
        return Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    socket.getOutputStream().write('x');
                    Thread.sleep(100);
                }
            } catch (IOException | InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void endWhenTheHeadersTakeTooLongHoweverManyBytesCome() throws Exception {
        Socket slow = connected("GET /api/sales HTTP/1.1\r\nHost: x\r\nX-Slow: ");
        Thread trickle = trickleInto(slow);
        assertThat(received(slow, 1)).isEmpty();
        trickle.join();
        assertThat(STOCK.calls()).isEmpty();
    }

    /**
     * What arrives of the answer until the connection ends; empty if the gateway cut the sender off without an
     * answer. That happens to a request whose head has not arrived in time.
     */
    private static String received(Socket socket, int atMost) throws SocketTimeoutException {
        try {
            return new String(socket.getInputStream().readNBytes(atMost), StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException stillOpen) {
            throw stillOpen;
        } catch (IOException reset) {
            return "";
        }
    }

    /** The first answer that is not empty. It decides: a wrong one is not asked for again. */
    private static String answer(Callable<String> sender) {
        return await().pollDelay(Duration.ZERO).until(sender, text -> !text.isEmpty());
    }

    /** A call that is refused to this caller. */
    private record Refused(String path, boolean shopper, int status) {}

    private String answerTo(Refused call) {
        String token = call.shopper() ? "Authorization: Bearer " + SignedTokens.shopper(5) + "\r\n" : "";
        return answer(() -> received(
                connected("POST " + call.path() + " HTTP/1.1\r\nHost: x\r\n" + token
                        + "Content-Length: 16000000\r\n\r\n"),
                Integer.MAX_VALUE));
    }

    @Test
    void areRefusedBeforeAByteOfTheBodyAndClosedWhenNoneComes() throws Exception {
        List<Refused> calls = List.of(
                new Refused("/api/lab/audit/1", true, 403),
                new Refused("/api/lab/audit/coupons/1", true, 403),
                new Refused("/api/lab/naive/audit/1", true, 403),
                new Refused("/api/lab/crowds", true, 403),
                new Refused("/api/admin/sales", true, 403),
                new Refused("/api/lab/audit/1", false, 401));
        List<Future<String>> answers = new ArrayList<>();
        // In parallel, because each connection is closed only after seconds.
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            calls.forEach(call -> answers.add(threads.submit(() -> answerTo(call))));
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(answers.get(i).get())
                    .as(calls.get(i).toString())
                    .startsWith("HTTP/1.1 " + calls.get(i).status())
                    .contains("/problems/");
        }
        assertThat(STOCK.calls()).isEmpty();
        assertThat(CONTROL_ROOM.calls()).isEmpty();
        assertThat(LOCK_LAB.calls()).isEmpty();
    }

    @Test
    void areNotHeldByARefusedBodyThatTrickles() {
        String status = answer(() -> {
            Socket slow = connected("POST /api/admin/sales HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                    + SignedTokens.shopper(5) + "\r\nContent-Length: 1000000\r\n\r\n");
            Thread trickle = trickleInto(slow);
            String first = received(slow, 12);
            trickle.join();
            return first;
        });
        assertThat(status).isEqualTo("HTTP/1.1 403");
    }

    @Test
    void giveBackWhatTheyHoldOfTheBuffers() {
        String status = answer(() -> received(
                connected("POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n" + "x".repeat(60_000)),
                12));
        assertThat(status).isEqualTo("HTTP/1.1 408");
        await().until(() -> buffers.taken() == 0);
    }
}
