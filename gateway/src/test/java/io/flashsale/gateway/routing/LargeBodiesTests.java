package io.flashsale.gateway.routing;

import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** Logs of load test clients pass unbuffered, a few at a time; buffering them once crashed the gateway. */
@Tag("long")
@TestPropertySource(properties = "flashsale.gateway.upstream.max-audit-body=4MB")
class LargeBodiesTests extends GatewayTest {

    private static final String AUDIT = "/api/lab/audit/7";
    private static final int LARGE = 3_000_000;
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    @Test
    void passWholeAndNoFasterThanTheyMay() {
        long begin = System.nanoTime();
        assertStatus(client.post(AUDIT, SignedTokens.admin(), "x".repeat(LARGE)), 200);
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("2 MB a second")
                .isGreaterThan(Duration.ofSeconds(1));
        assertStatus(client.send("POST", AUDIT, SignedTokens.admin(), chunked(LARGE)), 200);
        assertThat(receivedSizes()).containsExactly(LARGE, LARGE);
    }

    @Test
    void ofMoreThanTheMostAreRefusedWithoutHarmToTheService() throws Exception {
        try (ExecutorService callers = Executors.newFixedThreadPool(4)) { // as many as are accepted at a time
            Callable<HttpResponse<String>> call =
                    () -> client.send("POST", AUDIT, SignedTokens.admin(), chunked(MAX_BYTES + 1));
            for (Future<HttpResponse<String>> answered : callers.invokeAll(Collections.nCopies(12, call))) {
                assertProblem(answered.get(), 413, "payload-too-large");
            }
        }
        assertThat(receivedSizes()).isEmpty();
        assertStatus(client.post(AUDIT, SignedTokens.admin(), "{}"), 200); // the breaker has not learnt from them
    }

    /** Sizes only: the message of a failure would print the bodies. */
    private static List<Integer> receivedSizes() {
        return CONTROL_ROOM.calls().stream().map(call -> call.body().length()).toList();
    }

    @Test
    void areTakenAFewAtATime() throws Exception {
        await().untilAsserted(
                        () -> { // one more each time, as the service may have ended the connection of one
                            connected("POST " + AUDIT + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                                    + SignedTokens.admin() + "\r\nContent-Length: 1000\r\n\r\nx");
                            assertProblem(client.post(AUDIT, SignedTokens.admin(), "{}"), 503, "service-unavailable");
                        });
        closeConnections();
        await().until(() -> client.post(AUDIT, SignedTokens.admin(), "{}").statusCode() == 200);
    }
}
