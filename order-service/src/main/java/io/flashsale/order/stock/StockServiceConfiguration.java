package io.flashsale.order.stock;

import io.flashsale.commons.MissingSettingException;
import io.flashsale.commons.client.ServiceClients;
import io.flashsale.contracts.reservation.ReservationLookup;
import io.flashsale.contracts.stock.CalledOffNotice;
import io.flashsale.contracts.stock.SaleOpenings;
import io.flashsale.contracts.stock.StockLedger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Configures the clients of stock-service's internal interfaces. */
@Configuration(proxyBeanMethods = false)
class StockServiceConfiguration {

    @Bean
    HttpServiceProxyFactory stockService(ServiceClients clients, StockServiceProperties services) {
        if (services.stockUrl() == null) {
            throw new MissingSettingException(
                    "flashsale.services.stock-url is not set.",
                    "Say where stock-service is (environment variable FLASHSALE_SERVICES_STOCK_URL).");
        }
        return clients.proxiesOf(services.stockUrl(), services.stockAnswerTimeout());
    }

    @Bean
    StockLedger stockLedger(HttpServiceProxyFactory stockService) {
        return stockService.createClient(StockLedger.class);
    }

    @Bean
    CalledOffNotice calledOffNotice(HttpServiceProxyFactory stockService) {
        return stockService.createClient(CalledOffNotice.class);
    }

    @Bean
    SaleOpenings saleOpenings(HttpServiceProxyFactory stockService) {
        return stockService.createClient(SaleOpenings.class);
    }

    @Bean
    ReservationLookup reservationLookup(HttpServiceProxyFactory stockService) {
        return stockService.createClient(ReservationLookup.class);
    }
}
