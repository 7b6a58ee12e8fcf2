package io.flashsale.gateway.admission;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.admission.AdmissionAnswers;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.json.JsonMapper;

/** One lane, which is blocked, and room for one waiting request. */
@TestPropertySource(properties = {"flashsale.gateway.admission.lanes=1", "flashsale.gateway.admission.max-waiting=1"})
class FullQueueTests extends GatewayTest {

    private static final String RESERVATIONS = "/api/sales/7/reservations";
    private static final String ACCEPTED = "{\"orderId\":\"1\",\"status\":\"QUEUED\"}";

    @Autowired
    private MeterRegistry meters;

    private HttpResponse<String> reserve(long shopper) {
        return client.post(RESERVATIONS, SignedTokens.shopper(shopper), "");
    }

    private void awaitGathered(int count) {
        await().until(() -> meters.get("flashsale.gateway.admission.gathered")
                        .tag("service", "stock-service")
                        .gauge()
                        .value()
                == count);
    }

    @Test
    void refusesAtOnceWhoComesWhenTheQueueIsFull() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CompletableFuture<Void> held = new CompletableFuture<>();
        String answer = JsonMapper.shared()
                .writeValueAsString(new AdmissionAnswers(List.of(
                        new AdmissionAnswers.Answer(202, Map.of("Content-Type", "application/json"), ACCEPTED))));
        STOCK.on(AdmissionCall.PATH, exchange -> {
            called.countDown();
            held.join();
            FakeService.json(200, answer).give(exchange);
        });
        try (ExecutorService shoppers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> first = shoppers.submit(() -> reserve(1));
            called.await();
            Future<HttpResponse<String>> second = shoppers.submit(() -> reserve(2));
            HttpResponse<String> third;
            try {
                awaitGathered(1);
                third = reserve(3); // while the lane is blocked
            } finally {
                held.complete(null);
            }
            assertProblem(third, 503, "service-unavailable");
            assertThat(third.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(first.get().statusCode()).isEqualTo(202);
            assertThat(second.get().statusCode()).isEqualTo(202);
        }
        assertThat(STOCK.calls()).hasSize(2).noneMatch(call -> call.body().contains("\"userId\":\"3\""));
    }
}
