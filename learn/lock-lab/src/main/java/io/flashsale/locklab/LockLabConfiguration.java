package io.flashsale.locklab;

import io.flashsale.auditor.sale.NaiveAuditor;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Tokens;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** The beans that the features of the lock lab share. */
@Configuration(proxyBeanMethods = false)
class LockLabConfiguration {

    private static final String NAIVE_AUDITS = "/api/lab/naive/audit/*";

    @Bean
    NaiveAuditor naiveAuditor(DataSource dataSource, Clock clock) {
        return new NaiveAuditor(dataSource, clock);
    }

    /**
     * Lets anyone read the course, and see schemes and runs. An audit reads all orders of a sale, so only
     * administrators may.
     */
    @Bean
    PublicPaths access() {
        return requests -> {
            requests.requestMatchers(HttpMethod.GET, "/api/lab/strategies/**", "/api/lab/runs/**", "/api/lab/games")
                    .permitAll();
            requests.requestMatchers("/course/texts/**").permitAll();
            requests.requestMatchers(NAIVE_AUDITS).hasRole(Tokens.ADMIN);
            requests.requestMatchers(HttpMethod.POST, "/api/lab/naive/sales").hasRole(Tokens.ADMIN);
        };
    }
}
