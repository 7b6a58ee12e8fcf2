package io.flashsale.entry.risk;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.entry.proof.ProofOfWork;
import io.flashsale.entry.sale.EntrySales;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RiskProperties.class)
class RiskConfiguration {

    private static final Duration ROUND = Duration.ofSeconds(1);

    @Bean
    UnpaidAccounts unpaidAccounts(UnpaidMapper unpaid, RiskScripts scripts, RiskProperties properties) {
        return new UnpaidAccounts(unpaid, scripts, properties.unpaidLimit());
    }

    @Bean
    RepeatedTask lookingForUnpaidOrders(UnpaidAccounts accounts) {
        return new RepeatedTask("unpaid-orders", ROUND, accounts::refresh);
    }

    @Bean
    EntryGuard entryGuard(
            EntrySales sales,
            RiskScripts scripts,
            ProofOfWork proofs,
            UnpaidAccounts unpaid,
            RiskProperties properties,
            Clock clock) {
        List<EntryRule> rules = List.of(
                RiskRules.unpaidOrders(),
                RiskRules.youngAccount(properties.youngAccount()),
                RiskRules.busyNetwork(properties.accountsOfNetwork()),
                RiskRules.wrongProofs());
        return new EntryGuard(sales, scripts, proofs, unpaid, rules, properties.baseDifficulty(), clock);
    }
}
