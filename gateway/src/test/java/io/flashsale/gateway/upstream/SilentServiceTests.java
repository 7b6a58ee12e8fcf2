package io.flashsale.gateway.upstream;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** Silent services behind a gateway with a short time-out. No test expects an ordinary answer. */
@TestPropertySource(properties = "flashsale.gateway.upstream.response-timeout=200ms")
class SilentServiceTests extends ManualClockTest {

    private static final String SALES = "/api/sales";
    private static final String EVENTS = "/api/orders/7/events";

    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void endSilence() {
        end.countDown();
    }

    private FakeService.Answer silence() {
        return exchange -> awaitQuietly(end);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldTimeOutFirstAndBeLeftAloneLater() {
        STOCK.on(SALES, silence());
        assertProblem(client.get(SALES, null), 504, "gateway-timeout");

        IntStream.range(0, 12).parallel().forEach(i -> client.get(SALES, null));
        STOCK.calls().clear();
        HttpResponse<String> refused = client.get(SALES, null);
        assertProblem(refused, 503, "service-unavailable");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(STOCK.calls()).as("it was not even asked").isEmpty();
    }

    @Test
    void shouldBeAwaitedForAnyTimeBetweenTwoEvents() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        ORDER.on(EVENTS, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data: QUEUED\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            awaitQuietly(goOn);
            exchange.getResponseBody().write("data: PAID\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> answer = http.send(
                    client.request("GET", EVENTS, SignedTokens.shopper(1), BodyPublishers.noBody()),
                    BodyHandlers.ofInputStream());
            var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("data: QUEUED");
            assertThat(lines.readLine()).isEmpty();
            Thread.sleep(Duration.ofMillis(600)); // three times the limit of an ordinary answer here
            goOn.countDown();
            assertThat(lines.readLine()).isEqualTo("data: PAID");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).isNull();
        }
    }
}
