package io.flashsale.gateway.admission;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionFilterTests extends ManualClockTest {

    private static final String RESERVATIONS = "/api/sales/7/reservations";
    private static final String ACCEPTED = "{\"orderId\":\"1\",\"status\":\"QUEUED\"}";

    private HttpResponse<String> reserve(String path, String... headers) {
        return client.post(path, SignedTokens.shopper(42), "", headers);
    }

    @Test
    void sendsReservationsToStockServiceInItsOwnNameAndTheAnswerBack() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED, "Location", "/api/orders/1", "X-Sale-State", "OPEN"));
        HttpResponse<String> answer = reserve(RESERVATIONS, "X-Correlation-Id", "my-own-correlation");
        assertStatus(answer, 202);
        assertThat(answer.body()).isEqualTo(ACCEPTED);
        assertHeader(answer, "Location", "/api/orders/1");
        assertHeader(answer, "Content-Type", "application/json");
        assertHeader(answer, "X-Correlation-Id", "my-own-correlation");
        assertThat(answer.headers().firstValue("X-Sale-State")).isEmpty();
        assertThat(STOCK.calls()).singleElement().satisfies(call -> {
            assertThat(call.body())
                    .isEqualTo("{\"campaignId\":\"7\",\"userId\":\"42\",\"correlationId\":\"my-own-correlation\"}");
            String claims = call.headers().getFirst("Authorization").split("\\.", -1)[1];
            assertThat(new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8))
                    .contains("\"role\":\"GATEWAY\"");
        });
    }

    /** Otherwise clients could have all their clicks followed, at our cost. */
    @Test
    void followsNobodyBecauseHeAsksForIt() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED));
        String followed = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        HttpResponse<String> answer = reserve(RESERVATIONS, "X-Correlation-Id", followed, "traceparent", followed);
        assertThat(header(answer, "X-Correlation-Id")).hasSize(16);
        assertThat(STOCK.calls()).singleElement().satisfies(call -> {
            assertThat(call.body()).doesNotContain(followed);
            assertThat(call.headers().toString()).doesNotContain(followed);
        });
    }

    @Test
    void passesAPurchaseTicketOnAndNoMoreOfItThanATicketCanHave() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED));
        reserve(RESERVATIONS, "Purchase-Ticket", "v1.a.b");
        reserve(RESERVATIONS, "Purchase-Ticket", "x".repeat(5_000));
        assertThat(STOCK.calls()).hasSize(2);
        assertThat(STOCK.calls().getFirst().body()).contains("\"ticket\":\"v1.a.b\"");
        assertThat(STOCK.calls().getLast().body()).contains("\"ticket\":\"" + "x".repeat(201) + "\"");
    }

    @Test
    void passesThePriceOnThatTheShopperAgreesTo() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED));
        reserve(RESERVATIONS, "Purchase-Price-Cents", "01900");
        assertThat(STOCK.calls())
                .singleElement()
                .satisfies(call -> assertThat(call.body()).contains("\"priceCents\":1900"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "19.00", "0x1", "1e3", "1234567890123456789", "1900, 2000"})
    void refusesWhatIsNoPrice(String price) {
        assertProblem(reserve(RESERVATIONS, "Purchase-Price-Cents", price), 400, "invalid-request");
        assertThat(STOCK.calls()).isEmpty();
    }

    @Test
    void sendsClaimsToCouponService() {
        COUPON.on("/api/coupons/3/claims", FakeService.json(202, "{\"couponId\":\"9\",\"status\":\"QUEUED\"}"));
        HttpResponse<String> answer = client.post("/api/coupons/3/claims", SignedTokens.shopper(42), "{}");
        assertStatus(answer, 202);
        assertThat(answer.body()).contains("couponId");
        assertThat(STOCK.calls()).isEmpty();
    }

    @Test
    void sendsTheSameHeadersAsEveryOtherRoute() {
        STOCK.on(RESERVATIONS, FakeService.json(202, ACCEPTED));
        HttpResponse<String> lean = reserve(RESERVATIONS);
        HttpResponse<String> refused = client.post(RESERVATIONS, SignedTokens.expired(), "");
        HttpResponse<String> usual = client.get("/api/sales/7", SignedTokens.shopper(42));
        assertThat(usual.headers().firstValue("X-Frame-Options")).isPresent();
        assertThat(usual.headers().firstValue("Cache-Control")).contains("no-store");
        for (String name : List.of(
                "X-Frame-Options", "X-Content-Type-Options",
                "Strict-Transport-Security", "Cache-Control",
                "Referrer-Policy", "Content-Security-Policy")) {
            List<String> expected = usual.headers().allValues(name);
            assertThat(lean.headers().allValues(name)).as(name).isEqualTo(expected);
            assertThat(refused.headers().allValues(name)).as(name).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/sales/x/reservations", "/api/sales/1234567890123456789/reservations",
                "/api/sales/+7/reservations", "/api/sales/%37/reservations",
                "/api/sales/7/reservations/", "/api/sales/7/reservations/8",
            })
    void leavesWhatIsNoPathOfItsOwnToTheService(String path) {
        assertStatus(reserve(path), 200);
        assertThat(STOCK.calls()).extracting(FakeService.Call::target).containsExactly(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "DELETE", "PATCH"})
    void leavesOtherMethodsToTheService(String method) {
        assertStatus(send(method, RESERVATIONS, SignedTokens.shopper(42)), 200);
        assertThat(STOCK.calls()).extracting(FakeService.Call::method).containsExactly(method);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "nonsense", "multipart/form-data", "application/json; charset=none-such"})
    void takesNoContentTypeThatOtherRoutesRefuse(String type) {
        assertProblem(reserve(RESERVATIONS, "Content-Type", type), 415, "unsupported-media-type");
        assertThat(STOCK.calls()).isEmpty();
    }

    @Test
    void refusesABodyThatIsTooLarge() {
        assertProblem(
                client.post(RESERVATIONS, SignedTokens.shopper(42), "x".repeat(70_000)), 413, "payload-too-large");
        assertThat(STOCK.calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "503, {}, 503, service-unavailable",
        "500, {}, 504, gateway-timeout",
        "200, {\"answers\":[]}, 504, gateway-timeout",
        "200, no JSON, 504, gateway-timeout",
    })
    void saysThatNothingHasHappenedOnlyIfThatIsCertain(int status, String body, int told, String problem) {
        STOCK.on(AdmissionCall.PATH, FakeService.json(status, body));
        HttpResponse<String> answer = reserve(RESERVATIONS);
        assertProblem(answer, told, problem);
        assertHeader(answer, "Retry-After", "1");
    }

    @Test
    void fetchesAnotherTokenWhenItsOwnIsNotAcceptedAnyMore() {
        STOCK.on(AdmissionCall.PATH, FakeService.json(401, "{}"));
        assertProblem(reserve(RESERVATIONS), 503, "service-unavailable");
        assertThat(ORDER.tokenCalls())
                .isNotEmpty()
                .allSatisfy(call ->
                        assertThat(call.headers().getFirst("Authorization")).startsWith("Basic "))
                .allSatisfy(call -> assertThat(call.body()).isEqualTo("grant_type=client_credentials"));
    }

    /** Otherwise scripts without tickets would queue ahead of shoppers with tickets. */
    @Test
    void answersForASecondWhoHasNoTicketWhereOneIsAskedFor() {
        String path = "/api/sales/77/reservations";
        String refused = "{\"type\":\"/problems/ticket-required\",\"status\":403}";
        STOCK.on(path, FakeService.json(403, refused, "X-Sale-State", "BY_TICKET"));
        for (int i = 0; i < 20; i++) {
            HttpResponse<String> answer = switch (i % 3) {
                case 0 -> reserve(path);
                case 1 -> reserve(path, "Purchase-Ticket", "");
                default -> reserve(path, "Purchase-Ticket", "x");
            };
            assertProblem(answer, 403, "ticket-required");
            assertThat(answer.headers().firstValue("X-Sale-State")).isEmpty();
        }
        time.pass(Duration.ofMillis(999));
        reserve(path);
        assertThat(STOCK.calls()).hasSize(1);
        reserve(path, "Purchase-Ticket", "v1.a.b");
        reserve("/api/sales/78/reservations");
        assertThat(STOCK.calls()).as("a ticket, and another sale").hasSize(3);
        time.pass(Duration.ofSeconds(1));
        reserve(path);
        assertThat(STOCK.calls()).as("a second later").hasSize(4);
    }

    @Test
    void remembersNoMoreThanAFewSalesAndForgetsTheOldOnesForNewOnes() {
        SalesByTicket sales = new SalesByTicket(time);
        for (long sale = 1; sale <= 1_001; sale++) {
            sales.learn(sale);
        }
        assertThat(sales.has(1_000)).isTrue();
        assertThat(sales.has(1_001)).isFalse();
        time.pass(Duration.ofSeconds(2));
        sales.learn(1_001);
        assertThat(sales.has(1_001)).isTrue();
    }
}
