package io.flashsale.order.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.testing.Together;
import io.flashsale.order.OrderServiceFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Payments that the shopper confirms on a page of the provider, or refuses, or forgets. */
class ConfirmedElsewhereIT extends OrderServiceFixture {

    private static final long PRICE = 1_990;
    private static final long OFF = 500;
    private static final String PAGE = "/mock-provider/";
    private static final String STEPS = "/api/mock-provider/steps/";

    private long order;
    private long user;

    @BeforeEach
    void buy() {
        Map.Entry<Long, Long> bought = placed();
        order = bought.getKey();
        user = bought.getValue();
    }

    private Answer payWith(String body) {
        return call("POST", "/api/orders/" + order + "/payment", token(user), body);
    }

    private Answer payByApp() {
        return payWith("{\"method\": \"bank-app\"}");
    }

    /** Presses pay. Returns the provider's step. */
    private String step() {
        return stepOf(payByApp());
    }

    private String stepOf(Answer answer) {
        assertStatus(answer, 202);
        assertThat(answer.text("status")).isEqualTo("AWAITING_PAYMENT");
        assertThat(answer.text("actionUrl")).matches(PAGE + "[0-9a-f]{32}");
        return answer.text("actionUrl").substring(PAGE.length());
    }

    private Answer shown(String step) {
        return call("GET", STEPS + step, "", null);
    }

    private void decide(String step, String decision, String state) {
        Answer decided = call("POST", STEPS + step + "/" + decision, "", null);
        assertStatus(decided, 200);
        assertThat(decided.text("state")).isEqualTo(state);
    }

    private void confirm(String step) {
        decide(step, "confirmation", "CONFIRMED");
    }

    private long taken() {
        return number("SELECT COUNT(*) FROM mock_provider_charge WHERE order_id = ?", order);
    }

    /** Makes the charge as old as those that the next look for missed charges reads. */
    private void letTheLookFindIt() {
        String older =
                "UPDATE mock_provider_charge SET charged_at = UTC_TIMESTAMP(3) - INTERVAL 4 MINUTE WHERE order_id = ?";
        enterLate(() -> update(older, order));
    }

    @Test
    void shouldSayToEverybodyHowOneMayPay() {
        Answer offered = call("GET", "/api/payments/methods", "", null);
        assertStatus(offered, 200);
        assertThat(offered.text("currency")).isEqualTo("EUR");
        assertThat(offered.text("mock")).isEqualTo("true");
        assertThat(offered.body().path("methods"))
                .extracting(JsonNode::asString)
                .containsExactly("bank-app");
    }

    @Test
    void shouldPayTheOrderOnceTheShopperHasConfirmed() {
        List<Answer> pressed = Together.run(this::payByApp, this::payByApp);
        String step = stepOf(pressed.getFirst());
        assertThat(stepOf(pressed.getLast()))
                .as("the same for who presses twice")
                .isEqualTo(step);
        assertThat(texts(shown(step).body(), "orderId", "amountCents", "state"))
                .containsExactly(Long.toString(order), Long.toString(PRICE), "OPEN");
        assertThat(taken()).isZero();
        assertThat(statusOf(order)).isEqualTo("AWAITING_PAYMENT");

        confirm(step);
        confirm(step);
        decide(step, "refusal", "CONFIRMED"); // too late

        Answer paid = payByApp();
        assertStatus(paid, 200);
        assertThat(paid.text("status")).isEqualTo("PAID");
        assertThat(paid.body().has("actionUrl")).isFalse();
        assertThat(taken()).isEqualTo(1);
    }

    @Test
    void shouldSayOnceThatTheShopperRefusedAndThenBeginAnew() {
        String refused = step();
        decide(refused, "refusal", "REFUSED");
        decide(refused, "confirmation", "REFUSED");
        assertProblem(payByApp(), 402, "payment-declined");
        assertThat(statusOf(order)).isEqualTo("AWAITING_PAYMENT");
        assertProblem(shown(refused), 404, "not-found");

        String next = step();
        assertThat(next).isNotEqualTo(refused);
        assertThat(pay(order, user).text("status")).as("in another way").isEqualTo("PAID");
        confirm(next);
        assertThat(taken()).isEqualTo(1);
    }

    @Test
    void shouldFindThePaymentOfAShopperWhoNeverComesBack() {
        confirm(step());
        letTheLookFindIt();
        awaitStatus(order, "PAID");
    }

    @Test
    void shouldGiveBackWhatIsConfirmedAfterTheOrderHasClosed() {
        String step = step();
        passDeadline(order);
        awaitStatus(order, "CLOSED");
        confirm(step);
        assertProblem(payByApp(), "order-closed");
        letTheLookFindIt();
        awaitStatus(order, "REFUNDED");
        assertThat(number("SELECT COUNT(*) FROM mock_provider_refund WHERE charge_id = ?", "mock-" + order))
                .isEqualTo(1);
    }

    @Test
    void shouldAskForWhatACouponLeavesAndFreeTheCouponAfterARefusal() {
        long coupon = newId();
        COUPONS.coupon(coupon, OFF);
        String inFull = step();
        String with = "{\"method\": \"bank-app\", \"couponId\": \"" + coupon + "\"}";
        Answer answer = payWith(with);
        String step = stepOf(answer);
        assertThat(answer.number("discountCents")).isEqualTo(OFF);
        assertProblem(shown(inFull), 404, "not-found");
        assertThat(shown(step).number("amountCents")).isEqualTo(PRICE - OFF);

        decide(step, "refusal", "REFUSED");
        assertProblem(payByApp(), "payment-declined");
        assertThat(get("/api/orders/" + order, user).body().has("couponId")).isFalse();

        confirm(stepOf(payWith(with)));
        assertThat(payByApp().number("discountCents")).isEqualTo(OFF);
        assertThat(statusOf(order)).isEqualTo("PAID");
    }

    @Test
    void shouldRefuseAWayOfPayingThatTheProviderDoesNotKnow() {
        assertProblem(payWith("{\"method\": \"cash\"}"), 400, "invalid-request");
        assertThat(taken()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0123456789abcdef0123456789abcdef", "x", "%C3%A4"})
    void shouldKnowOnlyItsOwnSteps(String step) {
        assertProblem(shown(step), 404, "not-found");
        assertProblem(call("POST", STEPS + step + "/confirmation", "", null), 404, "not-found");
        assertProblem(call("POST", STEPS + step + "/refusal", "", null), 404, "not-found");
    }
}
