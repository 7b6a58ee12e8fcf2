package io.flashsale.gateway.upstream;

import static io.flashsale.gateway.support.Client.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.Tokens;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;

/** Each test kills or silences stock-service before a gateway of its own. */
@DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
@Timeout(60)
class UnavailableServiceTests extends GatewayTest {

    private static final String SALES = "/api/sales";
    private static final String RESERVATIONS = "/api/sales/7/reservations";

    @AfterEach
    void repair() {
        STOCK.close();
        STOCK.start();
        ORDER.close();
        ORDER.start();
    }

    private static void assertUnavailable(HttpResponse<String> answer) {
        assertProblem(answer, 503, "service-unavailable");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    }

    @Test
    void thatIsDeadIsSaidToBeSoAtOnceAndIsBackWhenItIsBack() {
        STOCK.close();
        assertUnavailable(client.get(SALES, null));
        IntStream.range(0, 20).forEach(i -> client.get(SALES, null));
        assertUnavailable(client.get(SALES, null));
        assertThat(client.get("/api/orders", Tokens.shopper(1)).statusCode())
                .as("the other service is not concerned")
                .isEqualTo(200);

        STOCK.start();
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(
                        () -> assertThat(client.get(SALES, null).statusCode()).isEqualTo(200));
        Awaitility.await()
                .during(Duration.ofMillis(500))
                .untilAsserted(
                        () -> assertThat(client.get(SALES, null).statusCode()).isEqualTo(200));
    }

    /** What a start looks like: the gateway asks for its token until order-service is there. */
    @Test
    void thatHadNoTokenForTheGatewayIsNotLeftAloneForThat() {
        assertThat(client.get("/api/orders", Tokens.shopper(1)).statusCode())
                .as("the keys are known from here on")
                .isEqualTo(200);
        STOCK.on(AdmissionCall.PATH, FakeService.json(401, "{}"));
        ORDER.close();
        Awaitility.await()
                .during(Duration.ofSeconds(7))
                .atMost(Duration.ofSeconds(9))
                .untilAsserted(() -> assertThat(
                                client.post(RESERVATIONS, Tokens.shopper(9), "").statusCode())
                        .isEqualTo(503));

        ORDER.start();
        IntStream.range(0, 20)
                .forEach(i -> assertThat(
                                client.get("/api/orders", Tokens.shopper(1)).statusCode())
                        .isEqualTo(200));
    }

    @Test
    void thatIsSilentIsATimeOutFirstAndLeftAloneLater() {
        CountDownLatch never = new CountDownLatch(1);
        STOCK.on(SALES, exchange -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        HttpResponse<String> answer = client.get(SALES, null);
        assertProblem(answer, 504, "gateway-timeout");

        IntStream.range(0, 12).parallel().forEach(i -> client.get(SALES, null));
        STOCK.calls().clear();
        assertUnavailable(client.get(SALES, null));
        assertThat(STOCK.calls()).as("it was not even asked").isEmpty();
        never.countDown();
    }

    @Test
    void thatDropsTheConnectionGetsARequestOnlyOnce() {
        String token = Tokens.shopper(9);
        assertThat(client.post(RESERVATIONS, token, "").statusCode()).isEqualTo(200);
        STOCK.calls().clear();
        STOCK.on(RESERVATIONS, exchange -> {
            throw new java.io.IOException("dropped by the test");
        });
        STOCK.on(SALES, exchange -> {
            throw new java.io.IOException("dropped by the test");
        });
        assertProblem(client.post(RESERVATIONS, token, ""), 504, "gateway-timeout"); // it may have been admitted
        assertUnavailable(client.get(SALES, null));
        assertThat(STOCK.calls()).hasSize(2);
    }

    @Test
    void thatWasRestartedIsNotMissedByConnectionsThatArePooled() {
        String token = Tokens.shopper(9);
        IntStream.range(0, 20).parallel().forEach(i -> client.post(RESERVATIONS, token, ""));
        STOCK.close();
        STOCK.start();
        Awaitility.await().pollDelay(Duration.ofMillis(700)).until(() -> true); // rested connections are looked at
        IntStream.range(0, 20)
                .parallel()
                .forEach(i -> assertThat(client.post(RESERVATIONS, token, "").statusCode())
                        .isEqualTo(200));
    }

    @Test
    void thatAnswersWithFaultsIsStillThere() {
        STOCK.on(RESERVATIONS, FakeService.json(503, "{\"type\":\"/problems/sale-warming-up\"}", "Retry-After", "2"));
        IntStream.range(0, 60).forEach(i -> {
            HttpResponse<String> answer = client.post(RESERVATIONS, Tokens.shopper(i), "");
            assertThat(answer.body()).contains("sale-warming-up");
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("2");
        });
    }
}
