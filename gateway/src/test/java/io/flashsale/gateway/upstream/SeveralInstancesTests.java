package io.flashsale.gateway.upstream;

import static io.flashsale.gateway.support.Client.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.Tokens;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** Two instances of stock-service before a gateway of each test's own. */
@DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
@Timeout(60)
@TestPropertySource(properties = "flashsale.services.stock-url=${test.stock-url},${test.second-stock-url}")
class SeveralInstancesTests extends GatewayTest {

    private static final String SALES = "/api/sales";
    private static final String RESERVATIONS = "/api/sales/7/reservations";
    private static final FakeService SECOND = FakeService.started("stock");

    private final CountDownLatch never = new CountDownLatch(1);

    @DynamicPropertySource
    static void second(DynamicPropertyRegistry properties) {
        properties.add("test.second-stock-url", SECOND::url);
    }

    @BeforeEach
    void forget() {
        SECOND.reset();
    }

    @AfterEach
    void repair() {
        never.countDown();
        STOCK.close();
        STOCK.start();
        SECOND.close();
        SECOND.start();
    }

    private void getsWhatHeAsksFor(int times) {
        IntStream.range(0, times).forEach(i -> {
            assertThat(client.get(SALES, null).statusCode()).isEqualTo(200);
            assertThat(client.post(RESERVATIONS, Tokens.shopper(i), "").statusCode())
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
    void areNotMissedByAnybodyWhenOneIsDeadAndAreBothAskedWhenItIsBack() {
        STOCK.close();
        getsWhatHeAsksFor(30);

        STOCK.start();
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            getsWhatHeAsksFor(2);
            assertThat(STOCK.calls())
                    .anySatisfy(call -> assertThat(call.method()).isNotEqualTo("HEAD"));
        });
    }

    @Test
    void areNotBothMissedWhenOneIsSilentAndItIsTriedWithoutAShopper() {
        FakeService.Answer silence = exchange -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        STOCK.on(SALES, silence);
        STOCK.on("/", silence);
        int[] answers = IntStream.range(0, 4)
                .map(i -> client.get(SALES, null).statusCode())
                .toArray();
        assertThat(answers).as("one shopper has met it").containsOnlyOnce(504).contains(200);

        STOCK.calls().clear();
        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(client.get(SALES, null).statusCode()).isEqualTo(200));
        assertThat(STOCK.calls())
                .as("it was asked whether it is there")
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.method()).isEqualTo("HEAD"));
    }

    @Test
    void getARequestOnceInAllIfItMayHaveBeenCarriedOut() {
        FakeService.Answer drop = exchange -> {
            throw new IOException("dropped by the test");
        };
        STOCK.on(RESERVATIONS, drop);
        SECOND.on(RESERVATIONS, drop);
        assertProblem(client.post(RESERVATIONS, Tokens.shopper(9), ""), 504, "gateway-timeout");
        assertThat(STOCK.calls().size() + SECOND.calls().size()).isOne();
    }

    @Test
    void areBothSaidToBeAwayWhenBothAre() {
        STOCK.close();
        SECOND.close();
        IntStream.range(0, 30).forEach(i -> assertProblem(client.get(SALES, null), 503, "service-unavailable"));
        SECOND.start();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> assertThat(client.get(SALES, null).statusCode()).isEqualTo(200));
    }
}
