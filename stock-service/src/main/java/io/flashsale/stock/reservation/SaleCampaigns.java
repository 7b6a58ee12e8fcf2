package io.flashsale.stock.reservation;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.spring.reconciliation.CampaignLedger;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import io.flashsale.stock.catalogue.SaleWithStock.Bucket;
import io.flashsale.stock.ledger.LedgerService;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The recent sales, bucket by bucket, with their stock and their holders from the ledger. */
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
        return campaigns(catalogue.recentAfter(last));
    }

    @Override
    public List<Campaign> find(long saleId) {
        return campaigns(catalogue.findSettled(saleId).stream().toList());
    }

    /** One campaign for each bucket. */
    private List<Campaign> campaigns(List<SaleWithStock> sales) {
        Map<Long, List<Bucket>> buckets = catalogue.bucketsOf(sales);
        return sales.stream()
                .flatMap(sale -> sale.buckets() == 1
                        ? Stream.of(sale.campaign(json))
                        : buckets.getOrDefault(sale.id(), List.of()).stream()
                                .map(bucket -> sale.campaign(bucket, json)))
                .toList();
    }

    /**
     * Locks the rows of sale and bucket, so that everything read here belongs together. Until the gate is open,
     * nobody deducts from the bucket, releases or moves units there, adds stock, or changes the sale. Flows of other
     * buckets may be written meanwhile; they do not belong to this bucket, as a shopper's flows are written together
     * with their bucket's row.
     */
    @Override
    public boolean reopen(long gateId, StockGateRebuild rebuild) {
        long saleId = Buckets.campaignOf(gateId);
        int number = Buckets.bucketOf(gateId);
        return Boolean.TRUE.equals(transaction.execute(status -> {
            var locked = catalogue.findAndLock(saleId, number).orElseThrow();
            SaleWithStock sale = locked.sale();
            Bucket bucket = locked.bucket();
            log.info(
                    "sale {}: {} left, {} units out",
                    Buckets.name(gateId),
                    bucket.available(),
                    ledger.outstandingUnits(saleId, number));
            return rebuild.reopen(
                    sale.campaign(bucket, json),
                    bucket.available(),
                    bucket.moved(),
                    ledger.holders(saleId).filter(held -> Buckets.home(held.userId(), sale.buckets()) == number));
        }));
    }

    @Override
    public Set<Long> known(Collection<Long> orderIds) {
        return ledger.known(orderIds);
    }

    @Override
    public Levels levels(long gateId) {
        long saleId = Buckets.campaignOf(gateId);
        int number = Buckets.bucketOf(gateId);
        return Objects.requireNonNull(transaction.execute(status -> {
            var locked = catalogue.findAndLock(saleId, number).orElseThrow();
            Bucket bucket = locked.bucket();
            return new Levels(
                    locked.sale().campaign(bucket, json),
                    bucket.available(),
                    ledger.outstandingUnits(saleId, number),
                    bucket.moved());
        }));
    }

    @Override
    public Map<String, String> returns() {
        return Map.of(OrderReleased.TOPIC, OrderReleased.RELEASE_GROUP);
    }
}
