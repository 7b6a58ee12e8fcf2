package io.flashsale.commons.security;

import io.flashsale.commons.problem.ProblemResponses;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.security.jwt.JwtProperties;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Configures which requests a service takes: the check of hosts and of tokens. */
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
    SecurityObservationSettings securityObservations() {
        return SecurityObservationSettings.noObservations();
    }

    /** The strict firewall with all of its rules, two of them in a faster version. */
    @Bean
    HttpFirewall httpFirewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowedHeaderNames(HeaderCharacters::isName);
        firewall.setAllowedHeaderValues(HeaderCharacters::isValue);
        return firewall;
    }

    /** Only for the port of the service, not for that of its metrics. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> ownHosts(
            @Value("${flashsale.gateway.hosts:}") List<String> ofTheShop,
            @Value("${flashsale.service.hosts:}") List<String> ofTheService,
            ProblemResponses problems) {
        List<String> hosts =
                Stream.concat(ofTheShop.stream(), ofTheService.stream()).toList();
        return server -> server.addEngineValves(new OwnHosts(hosts, problems));
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
    SecurityFilterChain tokenSecurity(HttpSecurity http, PublicPaths publicPaths, ProblemResponses problems) {
        return new TokenSecurity(problems).chain(http, publicPaths);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new ShopperArgument());
    }

    /** Lets a controller method take the request's {@link Shopper} as a parameter. */
    private static final class ShopperArgument implements HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == Shopper.class;
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest request,
                @Nullable WebDataBinderFactory binder) {
            return CurrentUser.shopper()
                    .orElseThrow(() -> new AuthenticationCredentialsNotFoundException("this call needs a token"));
        }
    }
}
