package io.flashsale.gateway.routing;

import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.gateway.refusal.Refusal;
import io.flashsale.gateway.refusal.Refusals;
import io.flashsale.gateway.soldout.SoldOutSales;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Answers `sold-out` for a sale of which {@link SoldOutSales} knows that this shopper can get nothing; everybody else,
 * and above all who holds a unit, is sent on to stock-service.
 */
@Component
class ReservationShortCut {

    private final SoldOutSales soldOutSales;
    private final Refusal soldOut;
    private final Counter answered;

    ReservationShortCut(SoldOutSales soldOutSales, Refusals refusals, MeterRegistry meters) {
        this.soldOutSales = soldOutSales;
        this.soldOut = refusals.of(ProblemType.SOLD_OUT);
        this.answered = Counter.builder("flashsale.gateway.soldout.answers")
                .description("reservations that the gateway itself answered with sold-out")
                .register(meters);
    }

    ServerResponse filter(ServerRequest request, HandlerFunction<ServerResponse> next) throws Exception {
        OptionalLong sale = number(request.pathVariable("id"));
        if (sale.isEmpty()) {
            return next.handle(request);
        }
        Optional<Shopper> shopper = CurrentUser.shopper();
        if (shopper.isPresent()
                && soldOutSales.hasNothingFor(sale.getAsLong(), shopper.get().id())) {
            answered.increment();
            return soldOut;
        }
        ServerResponse response = next.handle(request);
        if (response instanceof ForwardedResponse answer
                && SaleStateHeader.SOLD_OUT.equals(answer.header(SaleStateHeader.NAME))) {
            soldOutSales.watch(sale.getAsLong());
        }
        return response;
    }

    /** Empty for what is no id of ours: stock-service will say so. */
    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException malformed) {
            return OptionalLong.empty();
        }
    }
}
