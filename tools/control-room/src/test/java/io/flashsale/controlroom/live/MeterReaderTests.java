package io.flashsale.controlroom.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.flashsale.controlroom.ShopAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads two instances of stock-service. */
class MeterReaderTests {

    private static final String ADMITTED = "flashsale_reservations_total{outcome=\"admitted\"} ";

    private final AtomicInteger firstCounts = new AtomicInteger(3);
    private long largest;
    private HttpServer first;
    private HttpServer second;
    private MeterReader meters;

    @BeforeEach
    void start() throws IOException {
        first = instance(firstCounts);
        second = instance(new AtomicInteger(40));
        URI nobody = URI.create("http://127.0.0.1:1");
        meters = new MeterReader(
                new ShopAddresses(nobody, List.of(nobody), List.of(addressOf(first), addressOf(second))));
    }

    @AfterEach
    void stop() {
        meters.destroy();
        first.stop(0);
        second.stop(0);
    }

    private static HttpServer instance(AtomicInteger admitted) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/actuator/prometheus", exchange -> {
            byte[] page = (ADMITTED + admitted + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static URI addressOf(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** An instance that does not answer within a second counts with its last values, so the sum does not fall. */
    private void awaitAdmitted(long expected) {
        await().atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(NullPointerException.class)
                .until(
                        () -> {
                            long sum = admitted();
                            assertThat(sum).isGreaterThanOrEqualTo(largest);
                            largest = sum;
                            return sum;
                        },
                        sum -> sum == expected);
    }

    private long admitted() throws InterruptedException {
        return Objects.requireNonNull(meters.ofStock()).count("flashsale_reservations_total", "outcome", "admitted");
    }

    @Test
    void shouldAddUpAllInstancesAndGoOnWithWhatADeadOneSaidLast() {
        awaitAdmitted(43);
        second.stop(0);
        firstCounts.set(5);
        awaitAdmitted(45);
    }

    @Test
    void shouldKnowNothingWhenNobodyAnswers() throws InterruptedException {
        awaitAdmitted(43);
        first.stop(0);
        second.stop(0);
        assertThat(meters.ofStock()).isNull();
        assertThat(meters.ofGateway()).isNull();
    }
}
