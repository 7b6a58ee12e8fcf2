package io.flashsale.gateway.upstream;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Each test kills or breaks a service. */
class UnavailableServiceTests extends ManualClockTest {

    private static final String SALES = "/api/sales";
    private static final String RESERVATIONS = "/api/sales/7/reservations";

    @Autowired
    private CircuitBreakerRegistry breakers = CircuitBreakerRegistry.ofDefaults();

    private boolean killed;

    /**
     * Afterwards waits until the gateway checks its idle connections to the service: they rest for 500 ms before
     * that, from the moment at which a thread, which may be slow, has given them back.
     */
    private void killStockService() throws InterruptedException {
        killed = true;
        STOCK.close();
        Thread.sleep(600);
    }

    @AfterEach
    void repair() throws InterruptedException {
        if (killed) {
            killStockService();
            STOCK.start();
        }
        breakers.getAllCircuitBreakers().forEach(CircuitBreaker::reset);
    }

    private static FakeService.Answer dropped() {
        return exchange -> {
            throw new IOException("dropped by the test");
        };
    }

    private static void assertUnavailable(HttpResponse<String> answer) {
        assertProblem(answer, 503, "service-unavailable");
        assertHeader(answer, "Retry-After", "1");
    }

    @Test
    void thatIsDeadIsSaidToBeSoAtOnceAndIsBackWhenItIsBack() throws InterruptedException {
        killStockService();
        assertUnavailable(client.get(SALES, null));
        IntStream.range(0, 20).forEach(i -> client.get(SALES, null));
        assertUnavailable(client.get(SALES, null));
        assertStatus(client.get("/api/orders", SignedTokens.shopper(1)), 200); // not concerned

        STOCK.start();
        assertUnavailable(client.get(SALES, null)); // the service rests for a second
        time.pass(Duration.ofSeconds(1).plusNanos(1));
        IntStream.range(0, 20).forEach(i -> assertStatus(client.get(SALES, null), 200));
    }

    /** As at a start: the gateway asks order-service for its token until that is up. */
    @Test
    void thatHadNoTokenForTheGatewayIsNotLeftAloneForThat() {
        String token = SignedTokens.shopper(1);
        assertStatus(client.get("/api/orders", token), 200); // the keys are known from here on
        STOCK.on(AdmissionCall.PATH, FakeService.json(401, "{}"));
        ORDER.on("/oauth2/token", dropped());
        for (int i = 0; i < 15; i++) { // within the ten seconds that the breaker counts
            time.pass(Duration.ofMillis(600));
            assertStatus(client.post(RESERVATIONS, SignedTokens.shopper(9), ""), 503);
        }
        assertThat(ORDER.tokenCalls()).hasSizeGreaterThanOrEqualTo(12);
        IntStream.range(0, 20).forEach(i -> assertStatus(client.get("/api/orders", token), 200));
    }

    @Test
    void thatDropsTheConnectionGetsARequestOnlyOnce() {
        String token = SignedTokens.shopper(9);
        assertStatus(client.post(RESERVATIONS, token, ""), 200);
        STOCK.calls().clear();
        STOCK.on(RESERVATIONS, dropped());
        STOCK.on(SALES, dropped());
        assertProblem(client.post(RESERVATIONS, token, ""), 504, "gateway-timeout"); // it may have been admitted
        assertUnavailable(client.get(SALES, null));
        assertThat(STOCK.calls()).hasSize(2);
    }

    @Test
    void thatWasRestartedIsNotMissedByConnectionsThatArePooled() throws InterruptedException {
        String token = SignedTokens.shopper(9);
        IntStream.range(0, 20).parallel().forEach(i -> client.post(RESERVATIONS, token, ""));
        killStockService();
        STOCK.start();
        IntStream.range(0, 20).parallel().forEach(i -> assertStatus(client.post(RESERVATIONS, token, ""), 200));
    }

    @Test
    void thatAnswersWithFaultsIsStillThere() {
        STOCK.on(RESERVATIONS, FakeService.json(503, "{\"type\":\"/problems/sale-warming-up\"}", "Retry-After", "2"));
        IntStream.range(0, 60).forEach(i -> {
            HttpResponse<String> answer = client.post(RESERVATIONS, SignedTokens.shopper(i), "");
            assertThat(answer.body()).contains("sale-warming-up");
            assertHeader(answer, "Retry-After", "2");
        });
    }
}
