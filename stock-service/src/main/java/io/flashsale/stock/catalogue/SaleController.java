package io.flashsale.stock.catalogue;

import io.flashsale.admission.spring.RemainingUnits;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/sales")
class SaleController {

    private final SaleCatalogue catalogue;
    private final RemainingUnits remaining;
    private final Clock clock;

    SaleController(SaleCatalogue catalogue, RemainingUnits remaining, Clock clock) {
        this.catalogue = catalogue;
        this.remaining = remaining;
        this.clock = clock;
    }

    @ApiCall("Sales that run, will run or ran lately")
    @GetMapping
    List<SaleView> list() {
        Instant now = clock.instant();
        return catalogue.recent().stream()
                .map(sale -> SaleView.of(sale, remaining, now))
                .toList();
    }

    @ApiCall(value = "One sale", refusals = ProblemType.SALE_NOT_FOUND)
    @GetMapping("/{id}")
    ResponseEntity<SaleView> show(@PathVariable long id) {
        return Problems.found(
                catalogue.find(id).map(sale -> SaleView.of(sale, remaining, clock.instant())),
                ProblemType.SALE_NOT_FOUND);
    }
}
