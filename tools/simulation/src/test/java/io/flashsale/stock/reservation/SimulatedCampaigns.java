package io.flashsale.stock.reservation;

import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.admission.spring.reconciliation.CampaignLedger;
import io.flashsale.simulation.shop.SimulatedTables;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.ledger.LedgerService;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Opens what the simulation needs of this package. */
public final class SimulatedCampaigns {

    private final SaleCampaigns campaigns;

    public SimulatedCampaigns(SaleCatalogue catalogue, LedgerService ledger, SimulatedTables tables, JsonMapper json) {
        campaigns = new SaleCampaigns(catalogue, ledger, new TransactionTemplate(tables.database), json);
    }

    public static CampaignType type(JsonMapper json) {
        return new ReservationConfiguration().sales(json);
    }

    public StockGateWarmUp.Campaigns campaigns() {
        return campaigns;
    }

    public CampaignLedger ledger() {
        return campaigns;
    }
}
