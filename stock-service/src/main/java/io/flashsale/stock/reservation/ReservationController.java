package io.flashsale.stock.reservation;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionService;
import io.flashsale.commons.correlation.CorrelationIdFilter;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.stock.catalogue.SaleCatalogue;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint. Touches neither MySQL nor anything else that could be slow, except to explain a refusal. */
@RestController
class ReservationController {

    private final AdmissionService admission;
    private final SaleCatalogue catalogue;
    private final ReservationMetrics metrics;
    private final Clock clock;

    ReservationController(
            AdmissionService admission, SaleCatalogue catalogue, ReservationMetrics metrics, Clock clock) {
        this.admission = admission;
        this.catalogue = catalogue;
        this.metrics = metrics;
        this.clock = clock;
    }

    record Accepted(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, String status) {

        static ResponseEntity<Accepted> answer(long orderId) {
            return ResponseEntity.accepted()
                    .location(URI.create("/api/orders/" + orderId))
                    .body(new Accepted(orderId, "QUEUED"));
        }
    }

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
        metrics.count(outcome);
        return switch (outcome) {
            case Admission.Admitted(var reservation) -> Accepted.answer(reservation.id());
            case Admission.AdmittedBefore before -> Accepted.answer(before.reservationId());
            case Admission.AlreadyHolding(long orderId) -> alreadyPurchased(orderId);
            case Admission.SoldOut _ ->
                Problems.answer(
                        ResponseEntity.status(ProblemType.SOLD_OUT.status())
                                .header(SaleStateHeader.NAME, SaleStateHeader.SOLD_OUT),
                        Problems.of(ProblemType.SOLD_OUT));
            case Admission.NotOpen(Instant opensAt) -> notOpen(opensAt);
            case Admission.Ended _ -> Problems.answer(Problems.of(ProblemType.SALE_ENDED));
            case Admission.NotReady(var cause) -> notReady(saleId, cause);
        };
    }

    private static ResponseEntity<Accepted> alreadyPurchased(long orderId) {
        ProblemDetail problem = Problems.of(ProblemType.ALREADY_PURCHASED);
        problem.setProperty("orderId", Long.toString(orderId));
        return Problems.answer(problem);
    }

    private static ResponseEntity<Accepted> notOpen(Instant opensAt) {
        ProblemDetail problem = Problems.of(ProblemType.SALE_NOT_OPEN);
        problem.setProperty("opensAt", opensAt);
        return Problems.answer(problem);
    }

    /** There may be no gate because there is no such sale, or because it ended long ago: then say that. */
    private ResponseEntity<Accepted> notReady(long saleId, Admission.NotReady.Cause cause) {
        if (cause == Admission.NotReady.Cause.MISSING) {
            var sale = catalogue.find(saleId);
            if (sale.isEmpty()) {
                return Problems.answer(Problems.of(ProblemType.SALE_NOT_FOUND));
            }
            if (sale.filter(known -> known.hasEndedAt(clock.instant())).isPresent()) {
                return Problems.answer(Problems.of(ProblemType.SALE_ENDED));
            }
        }
        return Problems.answer(
                ResponseEntity.status(ProblemType.SALE_WARMING_UP.status()).header(HttpHeaders.RETRY_AFTER, "1"),
                Problems.of(ProblemType.SALE_WARMING_UP));
    }
}
