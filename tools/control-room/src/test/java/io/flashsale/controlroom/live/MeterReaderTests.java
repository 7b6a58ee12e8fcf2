package io.flashsale.controlroom.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.controlroom.FakeServices;
import io.flashsale.controlroom.ShopAddresses;
import java.net.URI;
import java.net.http.HttpClient;
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
    private final HttpClient http = HttpClient.newHttpClient();
    private long largest;
    private FakeServices first;
    private FakeServices second;
    private MeterReader meters;

    @BeforeEach
    void start() {
        first = instance(firstCounts);
        second = instance(new AtomicInteger(40));
        URI nobody = URI.create("http://127.0.0.1:1");
        meters = new MeterReader(
                new ShopAddresses(nobody, List.of(nobody), List.of(URI.create(first.url()), URI.create(second.url()))),
                http);
    }

    @AfterEach
    void stop() {
        http.shutdownNow();
        first.stop();
        second.stop();
    }

    private static FakeServices instance(AtomicInteger admitted) {
        return FakeServices.start()
                .on(
                        "/actuator/prometheus",
                        exchange -> FakeServices.answer(exchange, 200, "text/plain", ADMITTED + admitted + "\n"));
    }

    /** An instance that does not answer within a second counts with its last values, so the sum does not fall. */
    private void awaitAdmitted(long expected) {
        await().atMost(Duration.ofMinutes(10))
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
        second.stop();
        firstCounts.set(5);
        awaitAdmitted(45);
    }

    @Test
    void shouldKnowNothingWhenNobodyAnswers() throws InterruptedException {
        awaitAdmitted(43);
        first.stop();
        second.stop();
        assertThat(meters.ofStock()).isNull();
        assertThat(meters.ofGateway()).isNull();
    }
}
