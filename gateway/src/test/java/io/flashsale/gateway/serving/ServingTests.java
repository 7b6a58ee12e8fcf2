package io.flashsale.gateway.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
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
                assertThat(one.get().statusCode()).isEqualTo(200);
                assertThat(one.get().body()).isEqualTo("{\"serving\":5}");
                assertThat(one.get().headers().firstValue("Cache-Control")).hasValue("max-age=1, public");
                assertThat(one.get().headers().firstValue("Content-Type")).hasValue("application/json");
                assertThat(one.get().headers().firstValue("X-Content-Type-Options"))
                        .hasValue("nosniff");
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
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(same.headers().firstValue("ETag")).hasValue(etag);
    }

    @Test
    void goesOnForAMomentWhileStockServiceDoesNot() {
        STOCK.on(path(73), FakeService.json(200, "{\"serving\":5}"));
        client.get(path(73), null);
        STOCK.on(path(73), FakeService.json(503, "{}"));
        time.pass(Duration.ofSeconds(5).minusNanos(1));
        answers.refreshAll();
        assertThat(client.get(path(73), null).statusCode()).isEqualTo(200);
        time.pass(Duration.ofNanos(1));
        assertThat(client.get(path(73), null).statusCode()).isEqualTo(503);
    }

    @Test
    void saysOfManyWhoAskForWhatIsNoneWhatIsSaidOnce() {
        STOCK.on(path(75), FakeService.json(503, "{\"type\":\"/problems/sale-warming-up\"}"));
        for (int i = 0; i < 50; i++) {
            HttpResponse<String> answer = client.get(path(75), null);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("sale-warming-up");
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        }
        assertThat(STOCK.calls().stream().filter(call -> call.target().contains("/75/")))
                .hasSize(1);
    }

    @Test
    void sendsOnWhatIsNoWaitingRoom() {
        STOCK.on(path(74), FakeService.json(404, "{\"type\":\"/problems/sale-not-found\"}"));
        assertThat(client.get(path(74), null).statusCode()).isEqualTo(404);
        STOCK.on("/api/sales/x7/entry/serving", FakeService.json(400, "{}"));
        assertThat(client.get("/api/sales/x7/entry/serving", null).statusCode()).isEqualTo(400);
    }
}
