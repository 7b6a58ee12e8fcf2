package io.flashsale.order;

import io.flashsale.commons.openapi.ApiDescription;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Tokens;
import jakarta.servlet.DispatcherType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** Defines the API of this service and which calls need no token. */
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
            // The caller shows a secret and gets a token for it.
            requests.requestMatchers(HttpMethod.POST, Tokens.GATEWAY_TOKEN_PATH).permitAll();
            // The payment provider proves itself by its signature, not by a token.
            requests.requestMatchers(HttpMethod.POST, "/api/payments/notifications")
                    .permitAll();
            // The first dispatch authorised the event stream; the later ones only end it.
            requests.dispatcherTypeMatchers(DispatcherType.ASYNC).permitAll();
        };
    }
}
