package io.flashsale.stock.catalogue;

import io.flashsale.admission.spring.CampaignChanged;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.stock.CalledOffNotice;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CalledOffNoticeController implements CalledOffNotice {

    private final SaleMapper sales;
    private final SaleCatalogue catalogue;
    private final ApplicationEventPublisher events;

    CalledOffNoticeController(SaleMapper sales, SaleCatalogue catalogue, ApplicationEventPublisher events) {
        this.sales = sales;
        this.catalogue = catalogue;
        this.events = events;
    }

    @Override
    public void note(@PathVariable long saleId) {
        if (sales.noteCalledOff(saleId) > 0) {
            catalogue.refresh(saleId);
            events.publishEvent(new CampaignChanged(saleId)); // whoever waits reloads the sale for a new revision
        } else if (catalogue.findNow(saleId).isEmpty()) {
            throw new ProblemException(ProblemType.SALE_NOT_FOUND, "There is no sale " + saleId + ".");
        }
    }
}
