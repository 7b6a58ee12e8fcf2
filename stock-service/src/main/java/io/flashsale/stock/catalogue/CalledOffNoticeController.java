package io.flashsale.stock.catalogue;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.stock.CalledOffNotice;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CalledOffNoticeController implements CalledOffNotice {

    private final SaleMapper sales;
    private final SaleCatalogue catalogue;

    CalledOffNoticeController(SaleMapper sales, SaleCatalogue catalogue) {
        this.sales = sales;
        this.catalogue = catalogue;
    }

    @Override
    public void note(@PathVariable long saleId) {
        if (sales.noteCalledOff(saleId) == 0) {
            throw new ProblemException(ProblemType.SALE_NOT_FOUND, "There is no sale " + saleId + ".");
        }
        catalogue.refresh(saleId);
    }
}
