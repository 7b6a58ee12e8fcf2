package io.flashsale.gateway.serving;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** Each test uses waiting rooms of its own; they are polled when a test says so. */
@TestPropertySource(
        properties = {"flashsale.gateway.serving.max-sales=100", "flashsale.gateway.serving.poll-interval=1d"})
class ServingTests extends ManualClockTest {

    @Autowired
    private ServingAnswers answers;

    private static String path(long sale) {
        return "/api/sales/" + sale + "/entry/serving";
    }

    @Test
    void answersEverybodyWithOneQuestion() throws Exception {
        STOCK.on(path(71), FakeService.json(200, "{\"serving\":5}"));
        List<Future<HttpResponse<String>>> crowd = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                crowd.add(threads.submit(() -> client.get(path(71), null)));
            }
            for (Future<HttpResponse<String>> one : crowd) {
                assertStatus(one.get(), 200);
                assertThat(one.get().body()).isEqualTo("{\"serving\":5}");
                assertHeader(one.get(), "Cache-Control", "max-age=1, public");
                assertHeader(one.get(), "Content-Type", "application/json");
                assertHeader(one.get(), "X-Content-Type-Options", "nosniff");
            }
        }
        assertThat(STOCK.calls()).hasSizeLessThan(20);
        STOCK.on(path(71), FakeService.json(200, "{\"serving\":6}"));
        answers.refreshAll();
        assertThat(client.get(path(71), null).body()).isEqualTo("{\"serving\":6}");
    }

    @Test
    void saysThatNothingHasChanged() {
        STOCK.on(path(72), FakeService.json(200, "{\"serving\":5}"));
        String etag = client.get(path(72), null).headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> same = client.send("GET", path(72), null, BodyPublishers.noBody(), "If-None-Match", etag);
        assertStatus(same, 304);
        assertThat(same.body()).isEmpty();
        assertHeader(same, "ETag", etag);
    }

    @Test
    void refusesAsStockServiceDoes() {
        STOCK.on(path(75), FakeService.json(503, "{\"type\":\"/problems/sale-warming-up\"}"));
        HttpResponse<String> answer = client.get(path(75), null);
        assertStatus(answer, 503);
        assertThat(answer.body()).contains("sale-warming-up");
        assertHeader(answer, "Retry-After", "1");
        assertHeader(answer, "Content-Type", "application/problem+json");
    }

    @Test
    void sendsOnWhatIsNoWaitingRoom() {
        STOCK.on(path(74), FakeService.json(404, "{\"type\":\"/problems/sale-not-found\"}"));
        assertStatus(client.get(path(74), null), 404);
        STOCK.on("/api/sales/x7/entry/serving", FakeService.json(400, "{}"));
        assertStatus(client.get("/api/sales/x7/entry/serving", null), 400);
    }
}
