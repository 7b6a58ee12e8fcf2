package io.flashsale.gateway.admission;

import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.gateway.soldout.SoldOutSales;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Reservations in sales. When a sale is sold out, those of whom {@link SoldOutSales} knows that they can get nothing are
 * told so here; everybody else, and above all who holds a unit, is sent on to stock-service.
 */
final class SaleReservations implements AdmissionTarget {

    private static final CampaignPath PATH = CampaignPath.of("/api/sales/{id}/reservations");

    private final AdmissionLanes lanes;
    private final SoldOutSales soldOutSales;
    private final Counter answered;

    SaleReservations(AdmissionLanes lanes, SoldOutSales soldOutSales, MeterRegistry meters) {
        this.lanes = lanes;
        this.soldOutSales = soldOutSales;
        this.answered = Counter.builder("flashsale.gateway.soldout.answers")
                .description("reservations that the gateway itself answered with sold-out")
                .register(meters);
    }

    @Override
    public CampaignPath path() {
        return PATH;
    }

    @Override
    public AdmissionLanes lanes() {
        return lanes;
    }

    @Override
    public boolean hasNothingFor(long saleId, Shopper shopper) {
        boolean nothing = soldOutSales.hasNothingFor(saleId, shopper.id());
        if (nothing) {
            answered.increment();
        }
        return nothing;
    }

    @Override
    public void learn(long saleId, Answer answer) {
        if (SaleStateHeader.SOLD_OUT.equals(answer.headers().get(SaleStateHeader.NAME))) {
            soldOutSales.watch(saleId);
        }
    }
}
