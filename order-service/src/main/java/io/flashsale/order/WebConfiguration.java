package io.flashsale.order;

import io.flashsale.commons.openapi.ApiDescription;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Tokens;
import jakarta.servlet.DispatcherType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** What this service offers, and what of it without a token. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Orders", "Accounts, orders, payment, and what an operator needs to look after them.");
    }

    @Bean
    PublicPaths publicPaths() {
        return requests -> {
            requests.requestMatchers(HttpMethod.POST, "/api/accounts", "/api/login")
                    .permitAll();
            requests.requestMatchers(HttpMethod.GET, "/.well-known/jwks.json").permitAll();
            // Its caller shows a secret, and gets a token for it.
            requests.requestMatchers(HttpMethod.POST, Tokens.GATEWAY_TOKEN_PATH).permitAll();
            // Not a token but its signature speaks for the payment provider.
            requests.requestMatchers(HttpMethod.POST, "/api/payments/notifications")
                    .permitAll();
            // A stream of events was let in by its first dispatch; the ones that follow only end it.
            requests.dispatcherTypeMatchers(DispatcherType.ASYNC).permitAll();
        };
    }
}
