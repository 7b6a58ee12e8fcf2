package io.flashsale.order.stock;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.http.ServiceProblems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientResponseException;

/** Takes units out of stock-service's ledger. */
@Component
public class Ledger {

    private final StockLedger stockLedger;

    Ledger(StockLedger stockLedger) {
        this.stockLedger = stockLedger;
    }

    /** What came of a deduction. */
    public sealed interface Deduction {
        /** The outcome for every order that was asked for. */
        record Decided(Map<Long, Deductions.Outcome> outcomes) implements Deduction {

            public Deductions.Outcome of(long orderId) {
                return Objects.requireNonNull(outcomes.get(orderId));
            }
        }

        record UnknownSale() implements Deduction {}
    }

    /**
     * One unit for each order, in the sequence given. Anything but a clear answer about every order is an exception,
     * after which some or all of it may have happened: the caller repeats the same call until it is answered.
     */
    public Deduction deduct(long saleId, List<Deduct.Line> orders) {
        Map<Long, Deductions.Outcome> outcomes = HashMap.newHashMap(orders.size());
        for (int from = 0; from < orders.size(); from += Deduct.MAX_ORDERS) {
            List<Deduct.Line> chunk = orders.subList(from, Math.min(orders.size(), from + Deduct.MAX_ORDERS));
            try {
                stockLedger
                        .deduct(new Deduct(saleId, new ArrayList<>(chunk)))
                        .orders()
                        .forEach(line -> outcomes.put(line.orderId(), line.outcome()));
            } catch (RestClientResponseException refused) {
                if (ServiceProblems.is(ProblemType.SALE_NOT_FOUND, refused)) {
                    return new Deduction.UnknownSale();
                }
                throw refused;
            }
        }
        if (outcomes.size() != orders.size()
                || !orders.stream().allMatch(line -> outcomes.containsKey(line.orderId()))) {
            throw new IllegalStateException("the ledger answered " + outcomes.size() + " outcomes for " + orders.size()
                    + " orders of sale " + saleId);
        }
        return new Deduction.Decided(outcomes);
    }
}
