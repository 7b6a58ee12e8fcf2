package io.flashsale.stock.reservation;

import io.flashsale.admission.AdmissionRequest;
import io.flashsale.admission.spring.AdmissionResponses;
import io.flashsale.admission.spring.JointAdmission;
import io.flashsale.admission.spring.TicketVerifier;
import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.admission.IdempotencyKeyHeader;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.contracts.reservation.PurchasePriceHeader;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import io.flashsale.stock.reservation.SaleResponses.Accepted;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoint for a single shopper; crowds come in groups. Touches neither MySQL nor anything else that could be
 * slow, except to explain a refusal.
 */
@RestController
class ReservationController {

    private final JointAdmission admission;
    private final AdmissionResponses<Accepted> responses;
    private final TicketVerifier tickets;

    ReservationController(JointAdmission admission, AdmissionResponses<Accepted> responses, TicketVerifier tickets) {
        this.admission = admission;
        this.responses = responses;
        this.tickets = tickets;
    }

    @ApiCall(
            value = "Buy: take one unit, and have an order placed",
            status = 202,
            refusalsOf = RefusalReason.Campaign.SALE,
            refusals = ProblemType.RATE_LIMITED)
    @PostMapping(SaleResponses.PATH)
    ResponseEntity<Accepted> reserve(
            @PathVariable long saleId,
            Shopper shopper,
            @RequestHeader(name = PurchaseTicketHeader.NAME, required = false) @Nullable String ticket,
            @RequestHeader(name = PurchasePriceHeader.NAME, required = false) @Nullable String price,
            @RequestHeader(name = IdempotencyKeyHeader.NAME, required = false) @Nullable String key,
            @RequestAttribute(CorrelationIdFilter.KEY) String correlationId) {
        if (key != null && !IdempotencyKeyHeader.isWellFormed(key)) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, IdempotencyKeyHeader.NAME + " has 1 to 64 visible ASCII characters.");
        }
        return responses.of(
                saleId,
                admission.admit(new AdmissionRequest(
                        saleId,
                        shopper.id(),
                        correlationId,
                        tickets.check(saleId, shopper.id(), ticket),
                        price == null ? null : cents(price),
                        key)));
    }

    private static long cents(String price) {
        return PurchasePriceHeader.centsOf(price)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.INVALID_REQUEST, PurchasePriceHeader.NAME + " is a whole number of cents."));
    }
}
