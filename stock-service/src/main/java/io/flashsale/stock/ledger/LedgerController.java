package io.flashsale.stock.ledger;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.contracts.stock.StockLedger;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class LedgerController implements StockLedger {

    private static final Logger log = LoggerFactory.getLogger(LedgerController.class);

    private final LedgerService ledger;
    private final StockGates gates;

    LedgerController(LedgerService ledger, StockGates gates) {
        this.ledger = ledger;
        this.gates = gates;
    }

    @Override
    public Deductions deduct(@RequestBody Deduct command) {
        requireValid(command);
        return ledger.deduct(command.saleId(), command.orders()).orElseThrow(() -> unknown(command.saleId()));
    }

    /** Units of a sale that the database does not have come from a gate that outlived it, if MySQL was restored. */
    private ProblemException unknown(long saleId) {
        try {
            if (Buckets.isCampaign(saleId)) { // otherwise it names the gate of a bucket
                gates.forget(saleId);
            }
        } catch (RedisException unreachable) {
            log.warn("the gate of unknown sale {} cannot be deleted", saleId, unreachable);
        }
        return new ProblemException(ProblemType.SALE_NOT_FOUND, "The ledger knows no such sale.");
    }

    @Override
    public StockFlows flows(@PathVariable long orderId) {
        return ledger.history(orderId);
    }

    private static void requireValid(Deduct command) {
        int size = command.orders() == null ? 0 : command.orders().size();
        if (size < 1 || size > Deduct.MAX_ORDERS) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "orders must be 1 to " + Deduct.MAX_ORDERS + ".");
        }
        if (command.orders().stream().map(Deduct.Line::orderId).distinct().count() != size) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "orders must not name an order twice.");
        }
    }
}
