package io.flashsale.stock.reservation;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.spring.reconciliation.CampaignLedger;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import io.flashsale.stock.ledger.LedgerService;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The recent sales, with their stock and their holders from the ledger. */
@Component
class SaleCampaigns implements StockGateWarmUp.Campaigns, CampaignLedger {

    private static final Logger log = LoggerFactory.getLogger(SaleCampaigns.class);

    private final SaleCatalogue catalogue;
    private final LedgerService ledger;
    private final TransactionTemplate transaction;
    private final JsonMapper json;

    SaleCampaigns(SaleCatalogue catalogue, LedgerService ledger, TransactionTemplate transaction, JsonMapper json) {
        this.catalogue = catalogue;
        this.ledger = ledger;
        this.transaction = transaction;
        this.json = json;
    }

    @Override
    public List<Campaign> wanted(@Nullable Campaign last) {
        return catalogue.recentAfter(last).stream().map(this::campaign).toList();
    }

    @Override
    public Optional<Campaign> find(long saleId) {
        return catalogue.findNow(saleId).map(this::campaign);
    }

    private Campaign campaign(SaleWithStock sale) {
        return sale.campaign(json);
    }

    /** The lock on the sale's rows makes what is read here whole: nobody deducts or releases before the gate is open. */
    @Override
    public boolean reopen(long saleId, StockGateRebuild rebuild) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            SaleWithStock sale = catalogue.findAndLock(saleId).orElseThrow();
            log.info("sale {}: {} left, {} units out", saleId, sale.available(), ledger.outstandingUnits(saleId));
            return rebuild.reopen(campaign(sale), sale.available(), ledger.holders(saleId));
        }));
    }

    @Override
    public Levels levels(long saleId) {
        return Objects.requireNonNull(transaction.execute(status -> {
            SaleWithStock sale = catalogue.findAndLock(saleId).orElseThrow();
            return new Levels(sale.totalStock(), sale.available(), ledger.outstandingUnits(saleId));
        }));
    }

    @Override
    public Map<String, String> returns() {
        return Map.of(OrderReleased.TOPIC, OrderReleased.RELEASE_GROUP);
    }
}
