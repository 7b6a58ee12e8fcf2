package io.flashsale.gateway.serving;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.testing.Together;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.concurrent.Callable;
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
    void answersEverybodyWithOneQuestion() {
        STOCK.on(path(71), FakeService.json(200, "{\"serving\":5}"));
        Callable<HttpResponse<String>> ask = () -> client.get(path(71), null);
        for (HttpResponse<String> answer : Together.run(Collections.nCopies(200, ask))) {
            assertStatus(answer, 200);
            assertThat(answer.body()).isEqualTo("{\"serving\":5}");
            assertHeader(answer, "Cache-Control", "max-age=1, public");
            assertHeader(answer, "Content-Type", "application/json");
            assertHeader(answer, "X-Content-Type-Options", "nosniff");
        }
        assertThat(STOCK.calls()).hasSizeLessThan(20);
        STOCK.on(path(71), FakeService.json(200, "{\"serving\":6}"));
        answers.refreshAll();
        assertThat(client.get(path(71), null).body()).isEqualTo("{\"serving\":6}");
    }

    @Test
    void saysThatNothingHasChanged() {
        STOCK.on(path(72), FakeService.json(200, "{\"serving\":5}"));
        String etag = header(client.get(path(72), null), "ETag");
        HttpResponse<String> same = client.get(path(72), null, "If-None-Match", etag);
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
