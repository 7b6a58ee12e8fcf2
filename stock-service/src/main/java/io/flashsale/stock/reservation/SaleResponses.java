package io.flashsale.stock.reservation;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.admission.spring.CampaignResponses;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import io.flashsale.stock.reservation.SaleResponses.Accepted;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
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
    public ResponseEntity<Accepted> soldOut() {
        return Problems.answer(
                ResponseEntity.status(ProblemType.SOLD_OUT.status())
                        .header(SaleStateHeader.NAME, SaleStateHeader.SOLD_OUT),
                Problems.of(ProblemType.SOLD_OUT));
    }

    @Override
    public ResponseEntity<Accepted> ticketRefused(ProblemType why) {
        return Problems.answer(
                ResponseEntity.status(why.status()).header(SaleStateHeader.NAME, SaleStateHeader.BY_TICKET),
                Problems.of(why));
    }

    @Override
    public Map<Long, Instant> closings(Set<Long> saleIds) {
        return catalogue.findAll(saleIds).stream().collect(toMap(SaleWithStock::id, SaleWithStock::closesAt));
    }
}
