package io.flashsale.gateway.upstream;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** Two instances of stock-service. */
@Tag("long")
@TestPropertySource(properties = "flashsale.services.stock-url=${test.stock-url},${test.second-stock-url}")
class SeveralInstancesTests extends ManualClockTest {

    private static final String SALES = "/api/sales";
    private static final String RESERVATIONS = "/api/sales/7/reservations";
    private static final Duration LEFT_ALONE = Duration.ofSeconds(1).plusNanos(1);
    private static final FakeService SECOND = FakeService.started("stock");

    @Autowired
    private CircuitBreakerRegistry breakers = CircuitBreakerRegistry.ofDefaults();

    @DynamicPropertySource
    static void second(DynamicPropertyRegistry properties) {
        properties.add("test.second-stock-url", SECOND::url);
    }

    @BeforeEach
    void forget() {
        SECOND.reset();
    }

    private final List<FakeService> killed = new ArrayList<>();

    /**
     * Afterwards waits until the gateway checks its idle connections to the instance: they rest for 500 ms before
     * that.
     */
    private void kill(FakeService instance) throws InterruptedException {
        killed.add(instance);
        instance.close();
        Thread.sleep(600);
    }

    @AfterEach
    void repair() throws InterruptedException {
        for (FakeService instance : List.copyOf(killed)) {
            kill(instance);
            instance.start();
        }
        breakers.getAllCircuitBreakers().forEach(CircuitBreaker::reset);
    }

    private void getsWhatHeAsksFor(int times) {
        IntStream.range(0, times).forEach(i -> {
            assertThat(client.get(SALES, null).statusCode()).isEqualTo(200);
            assertThat(client.post(RESERVATIONS, SignedTokens.shopper(i), "").statusCode())
                    .isEqualTo(200);
        });
    }

    @Test
    void shareTheWork() {
        getsWhatHeAsksFor(20);
        assertThat(STOCK.calls()).hasSizeBetween(10, 30);
        assertThat(SECOND.calls()).hasSizeBetween(10, 30);
    }

    @Test
    void areNotMissedByAnybodyWhenOneIsDeadAndAreBothAskedWhenItIsBack() throws InterruptedException {
        kill(STOCK);
        getsWhatHeAsksFor(30);

        STOCK.start();
        await().untilAsserted(() -> {
            time.pass(LEFT_ALONE);
            getsWhatHeAsksFor(2);
            assertThat(STOCK.calls())
                    .anySatisfy(call -> assertThat(call.method()).isNotEqualTo("HEAD"));
        });
    }

    @Test
    void getARequestOnceInAllIfItMayHaveBeenCarriedOut() {
        FakeService.Answer drop = exchange -> {
            throw new IOException("dropped by the test");
        };
        STOCK.on(RESERVATIONS, drop);
        SECOND.on(RESERVATIONS, drop);
        assertProblem(client.post(RESERVATIONS, SignedTokens.shopper(9), ""), 504, "gateway-timeout");
        assertThat(STOCK.calls().size() + SECOND.calls().size()).isOne();
    }

    @Test
    void areBothSaidToBeAwayWhenBothAre() throws InterruptedException {
        kill(STOCK);
        kill(SECOND);
        IntStream.range(0, 30).forEach(i -> assertProblem(client.get(SALES, null), 503, "service-unavailable"));
        SECOND.start();
        await().untilAsserted(() -> {
            time.pass(LEFT_ALONE);
            assertThat(client.get(SALES, null).statusCode()).isEqualTo(200);
        });
    }
}
