package io.flashsale.gateway.admission;

import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.gateway.routing.CampaignPath;
import io.flashsale.gateway.soldout.SoldOutSales;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Reservations in sales. The gateway itself refuses two kinds of requests:
 * <ul>
 *   <li>in a sold-out sale, those for which {@link SoldOutSales} knows that nothing is left;
 *   <li>in a sale that just asked for tickets, those without one.
 * </ul>
 *
 * <p>All others go to stock-service, above all those of shoppers who hold a unit.
 */
final class SaleReservations implements AdmissionTarget {

    private static final CampaignPath PATH = CampaignPath.of("/api/sales/{id}/reservations");

    private final AdmissionLanes<Line> lanes;
    private final SoldOutSales soldOutSales;
    private final SalesByTicket byTicket;
    private final Counter answered;
    private final Counter withoutTicket;

    SaleReservations(
            AdmissionLanes<Line> lanes, SoldOutSales soldOutSales, SalesByTicket byTicket, MeterRegistry meters) {
        this.lanes = lanes;
        this.soldOutSales = soldOutSales;
        this.byTicket = byTicket;
        this.answered = Counter.builder("flashsale.gateway.soldout.answers")
                .description("reservations that the gateway itself answered with sold-out")
                .register(meters);
        this.withoutTicket = Counter.builder("flashsale.gateway.ticketless.answers")
                .description("reservations that the gateway itself answered with ticket-required")
                .register(meters);
    }

    @Override
    public CampaignPath path() {
        return PATH;
    }

    @Override
    public AdmissionLanes<Line> lanes() {
        return lanes;
    }

    @Override
    public boolean mayBeFollowed() {
        return true;
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
    public boolean hasNothingWithoutTicket(long saleId) {
        boolean asks = byTicket.has(saleId);
        if (asks) {
            withoutTicket.increment();
        }
        return asks;
    }

    @Override
    public void learn(long saleId, Answer answer) {
        String state = answer.headers().get(SaleStateHeader.NAME);
        if (SaleStateHeader.SOLD_OUT.equals(state)) {
            soldOutSales.watch(saleId);
        } else if (SaleStateHeader.BY_TICKET.equals(state)) {
            byTicket.learn(saleId);
        }
    }
}
