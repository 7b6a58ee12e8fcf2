package io.flashsale.order.payment;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.commons.batching.GroupAnswers;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.contracts.admission.AdmissionAnswers;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.contracts.order.PaymentCall.Line;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.order.ordering.OrderProblems;
import io.flashsale.order.ordering.OrderView;
import io.flashsale.order.provider.NotificationSignature;
import io.flashsale.order.provider.PaymentNotification;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Lets shoppers pay, and receives the payment provider's notifications. */
@RestController
class PaymentController {

    private final Payments payments;
    private final GroupPayments group;
    private final SignedNotifications notifications;
    private final JsonMapper json;
    private final MeterRegistry meters;

    PaymentController(
            Payments payments,
            GroupPayments group,
            SignedNotifications notifications,
            JsonMapper json,
            MeterRegistry meters) {
        this.payments = payments;
        this.group = group;
        this.notifications = notifications;
        this.json = json;
        this.meters = meters;
    }

    /**
     * @param couponId one of my coupons, which takes something off the price
     * @param method a way of paying besides the provider's usual one
     */
    record PaymentRequest(@Nullable Long couponId, @Nullable String method) {

        static final PaymentRequest PLAIN = new PaymentRequest(null, null);
    }

    /** @param outcome PAID, or REFUND: the money goes back */
    record Receipt(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, ChargeOutcome outcome) {}

    @ApiCall(
            value =
                    "Pay for an order, with a coupon if one likes; may be repeated. 202 with actionUrl if the payment has to"
                            + " be confirmed there",
            refusals = {
                ProblemType.INVALID_REQUEST,
                ProblemType.ORDER_NOT_FOUND,
                ProblemType.ORDER_QUEUED,
                ProblemType.ORDER_CLOSED,
                ProblemType.ORDER_REJECTED,
                ProblemType.PAYMENT_DECLINED,
                ProblemType.COUPON_NOT_FOUND,
                ProblemType.COUPON_NOT_USABLE,
                ProblemType.COUPON_IN_USE,
                ProblemType.COUPONS_UNAVAILABLE,
                ProblemType.PAYMENT_PENDING,
                ProblemType.SERVICE_UNAVAILABLE
            })
    @PostMapping("/api/orders/{id}/payment")
    ResponseEntity<OrderView> pay(
            Shopper shopper, @PathVariable long id, @RequestBody(required = false) @Nullable PaymentRequest request) {
        PaymentRequest wanted = Objects.requireNonNullElse(request, PaymentRequest.PLAIN);
        return answer(payments.pay(shopper.id(), id, wanted.couponId(), wanted.method()));
    }

    /** For the gateway. Leaves those to be paid alone for whom the others would have to wait. */
    @PostMapping(PaymentCall.PATH)
    AdmissionAnswers payAll(@RequestBody PaymentCall call) {
        requireValid(call);
        Map<Line, PaymentOutcome> outcomes = group.pay(new LinkedHashSet<>(call.payments()));
        return new AdmissionAnswers(call.payments().stream()
                .map(line -> answerInGroup(line, outcomes.get(line)))
                .toList());
    }

    private Answer answerInGroup(Line line, @Nullable PaymentOutcome outcome) {
        return outcome == null
                ? new Answer(PaymentCall.ALONE, Map.of(), "")
                : GroupAnswers.of(answer(outcome), "/api/orders/" + line.orderId() + "/payment", json);
    }

    @SuppressWarnings("ConstantValue") // JSON fills fields that the compiler takes for non-null
    private static void requireValid(PaymentCall call) {
        int size = call.payments() == null ? 0 : call.payments().size();
        if (size < 1
                || size > PaymentCall.MAX_PAYMENTS
                || call.payments().stream().anyMatch(Objects::isNull)) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "payments must be 1 to " + PaymentCall.MAX_PAYMENTS + ".");
        }
    }

    private ResponseEntity<OrderView> answer(PaymentOutcome outcome) {
        count("pay", outcome);
        return switch (outcome) {
            case PaymentOutcome.Paid(var order) -> ResponseEntity.ok(OrderView.of(order));
            case PaymentOutcome.Closed() -> Problems.answer(Problems.of(ProblemType.ORDER_CLOSED));
            case PaymentOutcome.Rejected() -> Problems.answer(Problems.of(ProblemType.ORDER_REJECTED));
            case PaymentOutcome.Declined() -> Problems.answer(Problems.of(ProblemType.PAYMENT_DECLINED));
            case PaymentOutcome.ActionRequired(var order, String url) ->
                ResponseEntity.accepted().body(OrderView.of(order, url));
            case PaymentOutcome.NoSuchMethod() ->
                Problems.answer(
                        Problems.of(ProblemType.INVALID_REQUEST, "The payment provider does not know this method."));
            case PaymentOutcome.Pending(long couponId) ->
                refusal(ProblemType.PAYMENT_PENDING, "couponId", Long.toString(couponId));
            case PaymentOutcome.NoSuchCoupon() -> Problems.answer(Problems.of(ProblemType.COUPON_NOT_FOUND));
            case PaymentOutcome.CouponInUse(String holder) -> refusal(ProblemType.COUPON_IN_USE, "orderId", holder);
            case PaymentOutcome.CouponNotUsable(String reason) ->
                refusal(ProblemType.COUPON_NOT_USABLE, "reason", reason);
            case PaymentOutcome.CouponsUnavailable() -> retryInTwoSeconds(Problems.of(ProblemType.COUPONS_UNAVAILABLE));
            case PaymentOutcome.NoOrder(var missing) -> OrderProblems.answer(missing);
            case PaymentOutcome.Unknown() ->
                retryInTwoSeconds(Problems.of(
                        ProblemType.SERVICE_UNAVAILABLE, "It is not known yet whether the order is paid, try again."));
        };
    }

    private static <T> ResponseEntity<T> retryInTwoSeconds(ProblemDetail problem) {
        return Problems.answer(
                ResponseEntity.status(problem.getStatus()).header(HttpHeaders.RETRY_AFTER, "2"), problem);
    }

    private static ResponseEntity<OrderView> refusal(ProblemType type, String property, String value) {
        ProblemDetail problem = Problems.of(type);
        problem.setProperty(property, value);
        return Problems.answer(problem);
    }

    /**
     * For the provider. Answers 200 to every charge that is decided, whatever its outcome, so that the provider does
     * not send it again; 503 to a charge whose order may still come.
     */
    @ApiCall(
            value = "For the payment provider: a signed notification",
            refusals = {ProblemType.UNAUTHENTICATED, ProblemType.INVALID_REQUEST, ProblemType.SERVICE_UNAVAILABLE})
    @PostMapping(path = "/api/payments/notifications", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Receipt> notified(
            @RequestBody byte[] body,
            @RequestHeader(name = NotificationSignature.HEADER, required = false) @Nullable String signature,
            HttpServletRequest request) {
        Settlement settlement = notifications.receive(body, signature);
        count("notification", settlement);
        if (settlement instanceof Settlement.BadSignature) {
            SecurityLog.refused(Refusal.TOKEN_REFUSED, request, 0);
        }
        return switch (settlement) {
            case Settlement.Paid(var charge, boolean now) -> receipt(charge, ChargeOutcome.PAID);
            case Settlement.RefundDue(var charge) -> receipt(charge, ChargeOutcome.REFUND);
            case Settlement.NoOrderYet() ->
                retryInTwoSeconds(Problems.of(
                        ProblemType.SERVICE_UNAVAILABLE, "There is no such order yet, send it again later."));
            case Settlement.BadSignature() -> Problems.answer(Problems.of(ProblemType.UNAUTHENTICATED));
            case Settlement.Malformed() ->
                Problems.answer(Problems.of(ProblemType.INVALID_REQUEST, "This is not a payment notification."));
        };
    }

    private static ResponseEntity<Receipt> receipt(PaymentNotification charge, ChargeOutcome outcome) {
        return ResponseEntity.ok(new Receipt(charge.orderId(), outcome));
    }

    private void count(String call, Object outcome) {
        meters.counter(
                        "flashsale.payments",
                        "call",
                        call,
                        "outcome",
                        outcome.getClass().getSimpleName())
                .increment();
    }
}
