package io.flashsale.gateway.admission;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.admission.AdmissionAnswers;
import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.json.JsonMapper;

class PlainPaymentsTests extends ManualClockTest {

    private static final String PAYMENT = "/api/orders/7/payment";
    private static final String PAID = "{\"orderId\":\"7\",\"status\":\"PAID\"}";
    private static final String REFUSED = "{\"type\":\"/problems/order-closed\",\"status\":409}";

    @Autowired
    private MeterRegistry meters = new SimpleMeterRegistry();

    private final JsonMapper json = JsonMapper.shared();

    private HttpResponse<String> pay(String path, @Nullable String token, String... headers) {
        return client.post(path, token, "", headers);
    }

    private static String roleIn(FakeService.Call call) {
        String claims = call.headers().getFirst("Authorization").split("\\.", -1)[1];
        return new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8)
                .replaceAll(".*\"role\":\"(\\w+)\".*", "$1");
    }

    @Test
    void goToOrderServiceInTheGatewaysNameAndTheirAnswersBack() {
        ORDER.on(PAYMENT, FakeService.json(200, PAID));
        ORDER.on("/api/orders/8/payment", FakeService.json(409, REFUSED, "Retry-After", "2"));
        HttpResponse<String> paid = pay(PAYMENT, SignedTokens.shopper(42));
        assertStatus(paid, 200);
        assertThat(paid.body()).isEqualTo(PAID);
        assertHeader(paid, "Content-Type", "application/json");
        HttpResponse<String> refused = pay("/api/orders/8/payment", SignedTokens.shopper(43));
        assertProblem(refused, 409, "order-closed");
        assertHeader(refused, "Retry-After", "2");
        assertThat(ORDER.calls())
                .extracting(FakeService.Call::body)
                .containsExactly("{\"orderId\":\"7\",\"userId\":\"42\"}", "{\"orderId\":\"8\",\"userId\":\"43\"}");
        assertThat(ORDER.calls()).extracting(PlainPaymentsTests::roleIn).containsExactly("GATEWAY", "GATEWAY");
    }

    @Test
    void haveTheSameHeadersAloneAndInAGroup() {
        ORDER.on(PAYMENT, FakeService.json(200, PAID, "Cache-Control", "no-store"));
        HttpResponse<String> forwarded = client.post(PAYMENT, SignedTokens.shopper(42), "{}");
        HttpResponse<String> grouped = pay(PAYMENT, SignedTokens.shopper(42));
        leaveAlone();
        HttpResponse<String> alone = pay(PAYMENT, SignedTokens.shopper(42));
        for (HttpResponse<String> answer : List.of(grouped, alone)) {
            assertThat(answer.body()).isEqualTo(forwarded.body());
            for (String name : List.of(
                    "X-Frame-Options", "X-Content-Type-Options",
                    "Content-Security-Policy", "Content-Type",
                    "Cache-Control", "Referrer-Policy")) {
                assertThat(answer.headers().allValues(name))
                        .as(name)
                        .isEqualTo(forwarded.headers().allValues(name));
            }
        }
    }

    private void leaveAlone() {
        var alone = new AdmissionAnswers.Answer(PaymentCall.ALONE, Map.of(), "");
        ORDER.on(
                PaymentCall.PATH, FakeService.json(200, json.writeValueAsString(new AdmissionAnswers(List.of(alone)))));
    }

    @Test
    void areForwardedAloneIfOrderServiceLeavesThemOut() {
        ORDER.on(PAYMENT, FakeService.json(409, REFUSED));
        leaveAlone();
        assertProblem(pay(PAYMENT, SignedTokens.shopper(42)), 409, "order-closed");
        assertThat(ORDER.calls()).extracting(FakeService.Call::target).containsExactly(PaymentCall.PATH, PAYMENT);
        assertThat(ORDER.calls()).extracting(PlainPaymentsTests::roleIn).containsExactly("GATEWAY", "SHOPPER");
    }

    @Test
    void areForwardedAloneIfTheyAreNotPlain() {
        ORDER.on(PAYMENT, FakeService.json(200, PAID));
        String shopper = SignedTokens.shopper(42);
        List<HttpResponse<String>> answers = List.of(
                client.post(PAYMENT, shopper, "{}"),
                client.send("POST", PAYMENT, shopper, chunked(0)),
                pay(PAYMENT + "?a=b", shopper),
                pay(PAYMENT, shopper, "Content-Type", "text/plain"),
                pay(PAYMENT, shopper, "Accept", "text/html"),
                pay(PAYMENT, SignedTokens.admin()));
        assertThat(answers).allSatisfy(answer -> assertStatus(answer, 200));
        assertThat(ORDER.calls())
                .extracting(PlainPaymentsTests::roleIn)
                .containsExactly("SHOPPER", "SHOPPER", "SHOPPER", "SHOPPER", "SHOPPER", "ADMIN");
    }

    @Test
    void ofPagesAreTaken() {
        String shopper = SignedTokens.shopper(42);
        ORDER.on(PAYMENT, FakeService.json(200, PAID));
        pay(PAYMENT, shopper, "Content-Type", "application/json", "Accept", "application/json");
        client.send("POST", PAYMENT, shopper, BodyPublishers.noBody(), "Accept", "text/html, */*");
        assertThat(ORDER.calls()).extracting(PlainPaymentsTests::roleIn).containsExactly("GATEWAY", "GATEWAY");
    }

    @Test
    void needAPersonsToken() {
        assertProblem(pay(PAYMENT, null), 401, "unauthenticated");
        assertProblem(pay(PAYMENT, SignedTokens.expired()), 401, "unauthenticated");
        assertProblem(pay(PAYMENT, SignedTokens.service()), 401, "unauthenticated");
        assertThat(ORDER.calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "503, {}, 503, service-unavailable",
        "403, {}, 503, service-unavailable",
        "500, {}, 504, gateway-timeout",
        "200, no JSON, 504, gateway-timeout",
    })
    void mayBeRepeatedIfTheCallFails(int status, String body, int told, String problem) {
        ORDER.on(PaymentCall.PATH, FakeService.json(status, body));
        HttpResponse<String> answer = pay(PAYMENT, SignedTokens.shopper(42));
        assertProblem(answer, told, problem);
        assertHeader(answer, "Retry-After", "1");
    }

    /** The first two have a lane each, and hold it until the others have gathered. */
    @Test
    void shareTheNextCallWhileAllLanesAreBusy() throws Exception {
        CompletableFuture<Void> gathered = new CompletableFuture<>();
        ORDER.beforeGroups(gathered::join);
        DistributionSummary groups = ofOrderService("group.size").summary();
        long before = groups.count();
        try (ExecutorService shoppers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> paying = new ArrayList<>();
            for (int i = 1; i <= 7; i++) {
                String path = "/api/orders/" + i + "/payment";
                String token = SignedTokens.shopper(100 + i);
                ORDER.on(path, FakeService.json(200, "of " + i));
                paying.add(shoppers.submit(() -> pay(path, token)));
                int sent = Math.min(i, 2);
                await().until(() -> ORDER.calls().size() == sent);
            }
            await().until(() -> ofOrderService("gathered").gauge().value() == 5);
            gathered.complete(null);
            for (int i = 1; i <= 7; i++) {
                assertThat(paying.get(i - 1).get().body()).isEqualTo("of " + i);
            }
        } finally {
            gathered.complete(null);
        }
        assertThat(ORDER.calls()).hasSize(7);
        assertThat(groups.count() - before).as("one or two after the first two").isBetween(3L, 4L);
    }

    private RequiredSearch ofOrderService(String meter) {
        return meters.get("flashsale.gateway.admission." + meter).tag("service", "order-service");
    }
}
