package io.flashsale.stock.ledger;

import io.flashsale.commons.sql.OptimisticTransaction;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {

    @Bean
    OptimisticTransaction ledgerTransaction(PlatformTransactionManager transactions, MeterRegistry meters) {
        return new OptimisticTransaction(
                transactions,
                Counter.builder("flashsale.ledger.conflicts")
                        .description("ledger transactions that had to be tried again")
                        .register(meters));
    }
}
