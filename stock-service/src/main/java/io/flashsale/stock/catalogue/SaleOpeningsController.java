package io.flashsale.stock.catalogue;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.stock.SaleOpenings;
import java.util.Collection;
import java.util.Set;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class SaleOpeningsController implements SaleOpenings {

    private final SaleCatalogue catalogue;

    SaleOpeningsController(SaleCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Openings of(@RequestParam Collection<Long> saleIds) {
        if (saleIds.size() > MAX_SALES) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "saleIds are at most " + MAX_SALES + ".");
        }
        return new Openings(catalogue.findAll(Set.copyOf(saleIds)).stream()
                .map(sale -> new Opening(sale.id(), sale.title(), sale.opensAt(), sale.closesAt(), sale.calledOff()))
                .toList());
    }
}
