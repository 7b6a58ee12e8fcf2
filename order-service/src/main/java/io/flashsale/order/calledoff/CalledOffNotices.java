package io.flashsale.order.calledoff;

import io.flashsale.commons.client.ServiceProblems;
import io.flashsale.commons.problem.OutageLog;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.stock.CalledOffNotice;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/** Tells stock-service, which shows sales, that a sale was called off, until it knows. */
@Component
class CalledOffNotices {

    private final OutageLog outage = new OutageLog(
            LoggerFactory.getLogger(CalledOffNotices.class), "stock-service does not hear that a sale was called off");

    private final UndoneSaleMapper rows;
    private final CalledOffNotice stockService;

    CalledOffNotices(UndoneSaleMapper rows, CalledOffNotice stockService) {
        this.rows = rows;
        this.stockService = stockService;
    }

    void tell() {
        rows.untold().stream().filter(this::isTold).forEach(rows::told);
    }

    /** Whether stock-service knows it now, or has no such sale. */
    private boolean isTold(long saleId) {
        try {
            stockService.note(saleId);
            return true;
        } catch (RestClientResponseException refused) {
            if (ServiceProblems.is(ProblemType.SALE_NOT_FOUND, refused)) {
                return true;
            }
            outage.warn(refused.getStatusCode());
        } catch (RestClientException unreachable) {
            outage.warn(String.valueOf(unreachable.getMessage()));
        }
        return false;
    }
}
