package io.flashsale.lab;

import io.flashsale.web.security.PublicPaths;
import io.flashsale.web.security.Tokens;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who may call what here. */
@Configuration(proxyBeanMethods = false)
class WebAccess {

    @Bean
    PublicPaths publicPaths() {
        return requests -> requests.requestMatchers("/api/lab/live/**", "/api/lab/crowds/**")
                .hasRole(Tokens.ADMIN);
    }
}
