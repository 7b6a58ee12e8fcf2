package io.flashsale.stock.warmup;

import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleChanged;
import io.flashsale.stock.catalogue.SaleCreated;
import io.flashsale.stock.catalogue.SaleWithStock;
import java.util.Collection;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Keeps the gates of sales in step with MySQL; see {@link StockGateWarmUp}. */
@Component
public class WarmUp {

    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    private final StockGateWarmUp warmUp;
    private final StockGates gates;
    private final SaleCatalogue catalogue;
    private final JsonMapper json;

    WarmUp(StockGateWarmUp warmUp, StockGates gates, SaleCatalogue catalogue, JsonMapper json) {
        this.warmUp = warmUp;
        this.gates = gates;
        this.catalogue = catalogue;
        this.json = json;
    }

    /** See {@link StockGateWarmUp#rebuild}. */
    public boolean rebuild(Collection<Long> saleIds) throws InterruptedException {
        return warmUp.rebuild(saleIds);
    }

    @EventListener
    void open(SaleCreated created) {
        try {
            warmUp.open(created.saleId());
        } catch (RedisException unreachable) {
            log.warn("sale {} is not in Redis yet, the next warm-up brings it there", created.saleId(), unreachable);
        }
    }

    @EventListener
    void amend(SaleChanged changed) {
        try {
            catalogue.findNow(changed.saleId()).ifPresent(this::amend);
        } catch (RedisException unreachable) {
            log.warn("sale {} is not amended in Redis yet", changed.saleId(), unreachable);
        }
    }

    /** Tells the gate of this revision of the sale, if it does not know it yet. */
    public void amend(SaleWithStock sale) {
        gates.amend(sale.campaign(json));
    }
}
