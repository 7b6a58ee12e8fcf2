package io.flashsale.lab;

import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Tokens;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** What the features of the lab stand on. */
@Configuration(proxyBeanMethods = false)
class LabConfiguration {

    private static final String AUDITS = "/api/lab/audit/*";
    private static final String COUPON_AUDITS = "/api/lab/audit/coupons/*";
    private static final String NAIVE_AUDITS = "/api/lab/naive/audit/*";

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Anybody may see a verdict, the schemes and the runs, and reserve naively; what an admin alone may do is named here, too. */
    @Bean
    PublicPaths access() {
        return requests -> {
            requests.requestMatchers(HttpMethod.GET, AUDITS, COUPON_AUDITS, NAIVE_AUDITS)
                    .permitAll();
            requests.requestMatchers(HttpMethod.GET, "/api/lab/strategies/**", "/api/lab/runs/**")
                    .permitAll();
            requests.requestMatchers(HttpMethod.POST, AUDITS, COUPON_AUDITS, NAIVE_AUDITS, "/api/lab/naive/sales")
                    .hasRole(Tokens.ADMIN);
            requests.requestMatchers("/api/lab/live/**", "/api/lab/crowds/**").hasRole(Tokens.ADMIN);
        };
    }
}
