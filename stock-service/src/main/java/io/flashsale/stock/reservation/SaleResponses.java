package io.flashsale.stock.reservation;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.admission.spring.CampaignResponses;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import io.flashsale.stock.reservation.SaleResponses.Accepted;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** The HTTP answers to shoppers of a sale. */
@Component
class SaleResponses implements CampaignResponses<Accepted> {

    static final String PATH = "/api/sales/{saleId}/reservations";

    private final SaleCatalogue catalogue;

    SaleResponses(SaleCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    record Accepted(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, String status) {}

    @Override
    public String path(long saleId) {
        return PATH.replace("{saleId}", Long.toString(saleId));
    }

    @Override
    public ResponseEntity<Accepted> accepted(long orderId) {
        return ResponseEntity.accepted()
                .location(URI.create("/api/orders/" + orderId))
                .body(new Accepted(orderId, "QUEUED"));
    }

    @Override
    public ResponseEntity<Accepted> refused(RefusalReason reason, ProblemDetail problem) {
        return switch (reason) {
            case SOLD_OUT -> refused(SaleStateHeader.SOLD_OUT, problem);
            case TICKET_REQUIRED, TICKET_INVALID, TICKET_NOT_YOURS, TICKET_EXPIRED, TICKET_USED ->
                refused(SaleStateHeader.BY_TICKET, problem);
            default -> CampaignResponses.super.refused(reason, problem); // tells the gateway nothing of the sale
        };
    }

    private static ResponseEntity<Accepted> refused(String state, ProblemDetail problem) {
        return Problems.answer(ResponseEntity.status(problem.getStatus()).header(SaleStateHeader.NAME, state), problem);
    }

    @Override
    public Map<Long, Instant> closings(Set<Long> saleIds) {
        return catalogue.findAll(saleIds).stream().collect(toMap(SaleWithStock::id, SaleWithStock::closesAt));
    }
}
