package io.flashsale.stock.reservation;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.spring.AdmissionResponses;
import io.flashsale.commons.correlation.CorrelationIdFilter;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint. Touches neither MySQL nor anything else that could be slow, except to explain a refusal. */
@RestController
class ReservationController {

    private final AdmissionService admission;
    private final AdmissionResponses responses;
    private final SaleCatalogue catalogue;

    ReservationController(AdmissionService admission, AdmissionResponses responses, SaleCatalogue catalogue) {
        this.admission = admission;
        this.responses = responses;
        this.catalogue = catalogue;
    }

    record Accepted(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, String status) {}

    @ApiCall(
            value = "Buy: take one unit, and have an order placed",
            status = 202,
            refusals = {
                ProblemType.SOLD_OUT,
                ProblemType.ALREADY_PURCHASED,
                ProblemType.SALE_NOT_OPEN,
                ProblemType.SALE_ENDED,
                ProblemType.SALE_NOT_FOUND,
                ProblemType.SALE_WARMING_UP,
                ProblemType.RATE_LIMITED
            })
    @PostMapping("/api/sales/{saleId}/reservations")
    ResponseEntity<Accepted> reserve(
            @PathVariable long saleId,
            Shopper shopper,
            @RequestAttribute(CorrelationIdFilter.KEY) String correlationId) {
        Admission outcome = admission.admit(saleId, shopper.id(), correlationId);
        return responses.of(
                outcome,
                ReservationController::accepted,
                ReservationController::soldOut,
                () -> catalogue.find(saleId).map(SaleWithStock::closesAt));
    }

    private static ResponseEntity<Accepted> accepted(long orderId) {
        return ResponseEntity.accepted()
                .location(URI.create("/api/orders/" + orderId))
                .body(new Accepted(orderId, "QUEUED"));
    }

    private static ResponseEntity<Accepted> soldOut() {
        return Problems.answer(
                ResponseEntity.status(ProblemType.SOLD_OUT.status())
                        .header(SaleStateHeader.NAME, SaleStateHeader.SOLD_OUT),
                Problems.of(ProblemType.SOLD_OUT));
    }
}
