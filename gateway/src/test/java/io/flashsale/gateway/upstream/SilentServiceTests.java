package io.flashsale.gateway.upstream;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** Silent services behind a gateway with a short time-out. No test expects an ordinary answer. */
@TestPropertySource(properties = "flashsale.gateway.upstream.response-timeout=200ms")
class SilentServiceTests extends ManualClockTest {

    private static final String SALES = "/api/sales";
    private static final String OTHER = "/api/sales/7";
    private static final String EVENTS = "/api/orders/7/events";

    private final CompletableFuture<Void> end = new CompletableFuture<>();

    @AfterEach
    void endSilence() {
        end.complete(null);
    }

    @Test
    void shouldTimeOutFirstAndBeLeftAloneLater() {
        STOCK.on(SALES, exchange -> end.join());
        assertProblem(client.get(SALES, null), 504, "gateway-timeout");

        IntStream.range(0, 12).parallel().forEach(i -> client.get(SALES, null));
        HttpResponse<String> refused = client.get(OTHER, null); // a path of its own: earlier requests may arrive late
        assertProblem(refused, 503, "service-unavailable");
        assertHeader(refused, "Retry-After", "1");
        assertThat(STOCK.calls(OTHER)).as("it was not even asked").isEmpty();
    }

    @Test
    void shouldBeAwaitedForAnyTimeBetweenTwoEvents() throws Exception {
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        ORDER.on(EVENTS, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data: QUEUED\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            goOn.join();
            exchange.getResponseBody().write("data: PAID\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = client.request("GET", EVENTS, SignedTokens.shopper(1), BodyPublishers.noBody());
            // The keys of the tokens may arrive too late as well.
            Callable<HttpResponse<InputStream>> ask = () -> http.send(request, BodyHandlers.ofInputStream());
            HttpResponse<InputStream> answer = await().until(ask, started -> started.statusCode() == 200);
            var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("data: QUEUED");
            assertThat(lines.readLine()).isEmpty();
            Thread.sleep(Duration.ofMillis(600)); // three times the limit of an ordinary answer here
            goOn.complete(null);
            assertThat(lines.readLine()).isEqualTo("data: PAID");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).isNull();
        }
    }
}
