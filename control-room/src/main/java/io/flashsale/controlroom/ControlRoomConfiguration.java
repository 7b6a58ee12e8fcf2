package io.flashsale.controlroom;

import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Tokens;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** What the features of the control room stand on. */
@Configuration(proxyBeanMethods = false)
class ControlRoomConfiguration {

    private static final String AUDITS = "/api/lab/audit/*";
    private static final String COUPON_AUDITS = "/api/lab/audit/coupons/*";

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Anybody may see a verdict; what an admin alone may do is named here, too. */
    @Bean
    PublicPaths access() {
        return requests -> {
            requests.requestMatchers(HttpMethod.GET, AUDITS, COUPON_AUDITS).permitAll();
            requests.requestMatchers(HttpMethod.POST, AUDITS, COUPON_AUDITS).hasRole(Tokens.ADMIN);
            requests.requestMatchers("/api/lab/live/**", "/api/lab/crowds/**").hasRole(Tokens.ADMIN);
        };
    }
}
