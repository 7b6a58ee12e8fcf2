package io.flashsale.gateway.admission;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionFilterTests extends GatewayTest {

    private static final String RESERVATIONS = "/api/sales/7/reservations";
    private static final String ACCEPTED = "{\"orderId\":\"1\",\"status\":\"QUEUED\"}";

    @Test
    void sendsReservationsToStockServiceInItsOwnNameAndTheAnswerBack() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED, "Location", "/api/orders/1", "X-Sale-State", "OPEN"));
        HttpResponse<String> answer =
                client.post(RESERVATIONS, SignedTokens.shopper(42), "", "X-Correlation-Id", "my-own-correlation");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo(ACCEPTED);
        assertThat(answer.headers().firstValue("Location")).hasValue("/api/orders/1");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.headers().firstValue("X-Correlation-Id")).hasValue("my-own-correlation");
        assertThat(answer.headers().firstValue("X-Sale-State")).isEmpty();
        assertThat(STOCK.calls()).singleElement().satisfies(call -> {
            assertThat(call.body())
                    .isEqualTo("{\"campaignId\":\"7\",\"userId\":\"42\",\"correlationId\":\"my-own-correlation\"}");
            assertThat(roleOf(call.headers().getFirst("Authorization"))).contains("\"role\":\"GATEWAY\"");
        });
    }

    /**
     * The gateway selects the clicks to follow; otherwise clients could have all their clicks followed, at our
     * cost.
     */
    @Test
    void followsNobodyBecauseHeAsksForIt() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED));
        String followed = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        HttpResponse<String> answer = client.post(
                RESERVATIONS, SignedTokens.shopper(42), "", "X-Correlation-Id", followed, "traceparent", followed);
        assertThat(answer.headers().firstValue("X-Correlation-Id").orElseThrow())
                .hasSize(16);
        assertThat(STOCK.calls()).singleElement().satisfies(call -> {
            assertThat(call.body()).doesNotContain(followed);
            assertThat(call.headers().toString()).doesNotContain(followed);
        });
    }

    @Test
    void passesAPurchaseTicketOnAndNoMoreOfItThanATicketCanHave() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED));
        client.post(RESERVATIONS, SignedTokens.shopper(42), "", "Purchase-Ticket", "v1.a.b");
        client.post(RESERVATIONS, SignedTokens.shopper(42), "", "Purchase-Ticket", "x".repeat(5_000));
        assertThat(STOCK.calls()).hasSize(2);
        assertThat(STOCK.calls().getFirst().body()).contains("\"ticket\":\"v1.a.b\"");
        assertThat(STOCK.calls().getLast().body()).contains("\"ticket\":\"" + "x".repeat(201) + "\"");
    }

    /** The claims, as JSON. */
    private static String roleOf(String bearer) {
        return new String(Base64.getUrlDecoder().decode(bearer.split("\\.", -1)[1]), StandardCharsets.UTF_8);
    }

    @Test
    void sendsClaimsToCouponService() {
        COUPON.on("/api/coupons/3/claims", FakeService.json(202, "{\"couponId\":\"9\",\"status\":\"QUEUED\"}"));
        HttpResponse<String> answer = client.post("/api/coupons/3/claims", SignedTokens.shopper(42), "{}");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).contains("couponId");
        assertThat(STOCK.calls()).isEmpty();
    }

    @Test
    void sendsTheSameHeadersAsEveryOtherRoute() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED));
        Map<String, ?> lean = ofSecurity(
                client.post(RESERVATIONS, SignedTokens.shopper(42), "").headers());
        Map<String, ?> usual =
                ofSecurity(client.get("/api/sales/7", SignedTokens.shopper(42)).headers());
        assertThat(lean).isEqualTo(usual).containsKey("x-frame-options");
        Map<String, ?> refused =
                ofSecurity(client.post(RESERVATIONS, SignedTokens.expired(), "").headers());
        assertThat(refused).isEqualTo(usual);
    }

    private static Map<String, ?> ofSecurity(HttpHeaders headers) {
        Map<String, Object> found = new TreeMap<>(headers.map());
        found.keySet()
                .retainAll(java.util.Set.of(
                        "x-frame-options",
                        "x-content-type-options",
                        "x-xss-protection",
                        "cache-control",
                        "pragma",
                        "expires",
                        "strict-transport-security"));
        return found;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/sales/x/reservations",
                "/api/sales/1234567890123456789/reservations",
                "/api/sales/+7/reservations",
                "/api/sales/%37/reservations",
                "/api/sales/7/reservations/",
                "/api/sales/7/reservations/8",
            })
    void leavesWhatIsNoPathOfItsOwnToTheService(String path) {
        assertThat(client.post(path, SignedTokens.shopper(42), "").statusCode()).isEqualTo(200);
        assertThat(STOCK.calls())
                .singleElement()
                .satisfies(call -> assertThat(call.target()).isEqualTo(path));
    }

    @ParameterizedTest
    @CsvSource({"GET", "PUT", "DELETE", "PATCH"})
    void leavesOtherMethodsToTheService(String method) {
        assertThat(client.send(method, RESERVATIONS, SignedTokens.shopper(42), BodyPublishers.noBody())
                        .statusCode())
                .isEqualTo(200);
        assertThat(STOCK.calls())
                .singleElement()
                .satisfies(call -> assertThat(call.method()).isEqualTo(method));
    }

    @Test
    void takesNoServiceForAShopper() {
        assertProblem(client.post(RESERVATIONS, SignedTokens.gateway(), ""), 401, "unauthenticated");
        assertProblem(client.get("/api/orders", SignedTokens.service()), 401, "unauthenticated");
        assertThat(STOCK.calls()).isEmpty();
    }

    @Test
    void refusesABodyThatIsTooLarge() {
        assertProblem(
                client.post(RESERVATIONS, SignedTokens.shopper(42), "x".repeat(70_000)), 413, "payload-too-large");
        assertThat(STOCK.calls()).isEmpty();
    }

    @Test
    void saysThatNothingHasHappenedOnlyIfThatIsCertain() {
        STOCK.on(AdmissionCall.PATH, FakeService.json(503, "{}"));
        assertProblem(client.post(RESERVATIONS, SignedTokens.shopper(42), ""), 503, "service-unavailable");
        STOCK.on(AdmissionCall.PATH, FakeService.json(500, "{}"));
        assertProblem(client.post(RESERVATIONS, SignedTokens.shopper(42), ""), 504, "gateway-timeout");
        STOCK.on(AdmissionCall.PATH, FakeService.json(200, "{\"answers\":[]}"));
        assertProblem(client.post(RESERVATIONS, SignedTokens.shopper(42), ""), 504, "gateway-timeout");
        STOCK.on(AdmissionCall.PATH, FakeService.json(200, "no JSON"));
        HttpResponse<String> answer = client.post(RESERVATIONS, SignedTokens.shopper(42), "");
        assertProblem(answer, 504, "gateway-timeout");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    }

    @Test
    void fetchesAnotherTokenWhenItsOwnIsNotAcceptedAnyMore() {
        STOCK.on(AdmissionCall.PATH, FakeService.json(401, "{}"));
        assertProblem(client.post(RESERVATIONS, SignedTokens.shopper(42), ""), 503, "service-unavailable");
        assertThat(ORDER.calls())
                .filteredOn(call -> call.target().equals("/oauth2/token"))
                .isNotEmpty();
        assertThat(ORDER.calls())
                .filteredOn(call -> call.target().equals("/oauth2/token"))
                .allSatisfy(call ->
                        assertThat(call.headers().getFirst("Authorization")).startsWith("Basic "))
                .allSatisfy(call -> assertThat(call.body()).isEqualTo("grant_type=client_credentials"));
    }

    @Test
    void answersEachOfACrowdHisOwn() {
        IntStream.range(1, 200)
                .forEach(sale -> STOCK.on(
                        "/api/sales/" + sale + "/reservations",
                        FakeService.json(202, "{\"orderId\":\"" + sale + "\"}")));
        assertThat(IntStream.range(1, 200).parallel().mapToObj(sale -> {
                    String path = "/api/sales/" + sale + "/reservations";
                    return client.post(path, SignedTokens.shopper(1_000 + sale), "")
                            .body()
                            .equals("{\"orderId\":\"" + sale + "\"}");
                }))
                .containsOnly(true);
    }
}
