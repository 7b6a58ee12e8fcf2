package io.flashsale.web.security;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** The token check of a service. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(JwtProperties.class)
public class SecurityConfiguration implements WebMvcConfigurer {

    @Bean
    @ConditionalOnMissingBean
    JwtDecoder jwtDecoder(JwtProperties jwt) {
        if (jwt.jwksUri() == null) {
            throw new IllegalStateException(
                    "flashsale.jwt.jwks-uri is not set: say where order-service publishes its keys"
                            + " (environment variable FLASHSALE_JWT_JWKS_URI)");
        }
        return JwksJwtDecoder.fetchingFrom(jwt.jwksUri(), jwt.issuer());
    }

    @Bean
    @ConditionalOnMissingBean
    PublicPaths publicPaths() {
        return requests -> {};
    }

    @Bean
    @ConditionalOnMissingBean
    ProblemResponses problemResponses(JsonMapper json) {
        return new ProblemResponses(json);
    }

    @Bean
    SecurityFilterChain tokenSecurity(HttpSecurity http, PublicPaths publicPaths, ProblemResponses problems) {
        return new TokenSecurity(problems).chain(http, publicPaths);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new ShopperArgument());
    }
}
