package io.flashsale.commons.security;

import io.flashsale.commons.problem.OutageLog;
import io.flashsale.commons.problem.ProblemResponses;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.session.EndedSessionList;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.LoggerFactory;
import org.springframework.core.convert.converter.Converter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;

/** Builds the access rules that all our services share, by the token's role. */
final class TokenSecurity {

    private final OutageLog outage =
            new OutageLog(LoggerFactory.getLogger(TokenSecurity.class), "tokens cannot be checked");

    private final ProblemResponses problems;

    TokenSecurity(ProblemResponses problems) {
        this.problems = problems;
    }

    /**
     * Defines who may call what:
     * <ul>
     *   <li>everybody: management endpoints, whose port is not routed to, {@code publicPaths}, and the OpenAPI
     *       document;
     *   <li>the gateway: admission and payment in groups, and the ended sessions;
     *   <li>services: all other {@code /internal/**};
     *   <li>administrators: {@code /api/admin/**};
     *   <li>logged-in persons: everything else.
     * </ul>
     */
    SecurityFilterChain chain(HttpSecurity http, PublicPaths publicPaths) {
        return http.csrf(AbstractHttpConfigurer::disable) // tokens travel in a header, which foreign pages cannot set
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                // Without what only browsers of the past understand: X-XSS-Protection, Pragma and Expires.
                .headers(headers -> headers.xssProtection(HeadersConfigurer.XXssConfig::disable)
                        .cacheControl(HeadersConfigurer.CacheControlConfig::disable)
                        .addHeaderWriter(new NoStoreHeaderWriter()))
                .anonymous(anonymous -> {})
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authorizeHttpRequests(requests -> {
                    requests.requestMatchers("/actuator/**").permitAll();
                    publicPaths.permit(requests);
                    requests.requestMatchers(AdmissionCall.PATH, PaymentCall.PATH, EndedSessionList.PATH)
                            .hasRole(Tokens.GATEWAY);
                    requests.requestMatchers("/internal/**").hasRole(Tokens.SERVICE);
                    requests.requestMatchers("/api/admin/**").hasRole(Tokens.ADMIN);
                    requests.requestMatchers("/error").permitAll();
                    requests.requestMatchers(HttpMethod.GET, "/v3/api-docs").permitAll();
                    requests.anyRequest().hasAnyRole(Tokens.SHOPPER, Tokens.ADMIN);
                })
                .oauth2ResourceServer(server -> server.jwt(jwt -> jwt.jwtAuthenticationConverter(roles()))
                        .withObjectPostProcessor(answeringFaults())
                        .authenticationEntryPoint(this::unauthenticated)
                        .accessDeniedHandler(this::forbidden))
                .exceptionHandling(handling ->
                        handling.authenticationEntryPoint(this::unauthenticated).accessDeniedHandler(this::forbidden))
                .build();
    }

    private void unauthenticated(HttpServletRequest request, HttpServletResponse response, Exception cause)
            throws IOException {
        if (request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            SecurityLog.refused(Refusal.TOKEN_REFUSED, request, 0);
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        problems.write(response, ProblemType.UNAUTHENTICATED);
    }

    private void forbidden(HttpServletRequest request, HttpServletResponse response, Exception cause)
            throws IOException {
        SecurityLog.refused(
                Refusal.ACCESS_REFUSED,
                request,
                CurrentUser.shopper().map(Shopper::id).orElse(0L));
        problems.write(response, ProblemType.FORBIDDEN);
    }

    /** Without the keys no token can be checked: that is our fault, not the caller's. */
    private ObjectPostProcessor<BearerTokenAuthenticationFilter> answeringFaults() {
        return new ObjectPostProcessor<>() {
            @Override
            public <O extends BearerTokenAuthenticationFilter> O postProcess(O filter) {
                filter.setAuthenticationFailureHandler((request, response, failure) -> {
                    if (failure instanceof AuthenticationServiceException) {
                        outage.warn(String.valueOf(failure.getMessage()));
                        response.setHeader(HttpHeaders.RETRY_AFTER, "1");
                        problems.write(response, ProblemType.SERVICE_UNAVAILABLE);
                    } else {
                        unauthenticated(request, response, failure);
                    }
                });
                return filter;
            }
        };
    }

    private static Converter<Jwt, AbstractAuthenticationToken> roles() {
        return token -> {
            String role = token.getClaimAsString(Tokens.ROLE_CLAIM);
            return new JwtAuthenticationToken(
                    token,
                    role == null ? AuthorityUtils.NO_AUTHORITIES : AuthorityUtils.createAuthorityList("ROLE_" + role));
        };
    }
}
