package io.flashsale.commons.security;

import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.security.jwt.JwtProperties;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Configures the token check of a service. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(JwtProperties.class)
public class SecurityConfiguration implements WebMvcConfigurer {

    @Bean
    @ConditionalOnMissingBean
    JwtDecoder jwtDecoder(JwtProperties jwt, @Value("${spring.application.name}") String service) {
        return JwksJwtDecoder.of(jwt, service);
    }

    /**
     * Switches off the observation of each security filter. It made a third of the gateway's cost of a request, and
     * adds nothing to http.server.requests.
     */
    @Bean
    @ConditionalOnMissingBean
    SecurityObservationSettings securityObservations() {
        return SecurityObservationSettings.noObservations();
    }

    /** The strict firewall with all of its rules, two of them in a faster version. */
    @Bean
    @ConditionalOnMissingBean
    HttpFirewall httpFirewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowedHeaderNames(HeaderCharacters::isName);
        firewall.setAllowedHeaderValues(HeaderCharacters::isValue);
        return firewall;
    }

    @Bean
    @ConditionalOnMissingBean
    BearerTokenResolver bearerTokenResolver() {
        return new BearerTokens();
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
