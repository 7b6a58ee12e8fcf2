package io.flashsale.web.security;

import io.flashsale.contracts.problem.ProblemType;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.web.SecurityFilterChain;

/** Builds the one rule that all our services share: who may call what, by the token's role. */
final class TokenSecurity {

    private final ProblemResponses problems;

    TokenSecurity(ProblemResponses problems) {
        this.problems = problems;
    }

    /**
     * Management endpoints are open (their port is not routed to), {@code publicPaths} are open, {@code /internal/**}
     * needs a service's token, {@code /api/admin/**} an admin's, and everything else any token of ours.
     */
    SecurityFilterChain chain(HttpSecurity http, PublicPaths publicPaths) {
        return http.csrf(AbstractHttpConfigurer::disable) // tokens travel in a header, which no foreign page can set
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .anonymous(anonymous -> {})
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authorizeHttpRequests(requests -> {
                    requests.requestMatchers(EndpointRequest.toAnyEndpoint()).permitAll();
                    publicPaths.permit(requests);
                    requests.requestMatchers("/internal/**").hasRole(Tokens.SERVICE);
                    requests.requestMatchers("/api/admin/**").hasRole(Tokens.ADMIN);
                    requests.requestMatchers("/error").permitAll();
                    requests.anyRequest().authenticated();
                })
                .oauth2ResourceServer(server -> server.jwt(jwt -> jwt.jwtAuthenticationConverter(roles()))
                        .authenticationEntryPoint((request, response, cause) -> {
                            response.setHeader("WWW-Authenticate", "Bearer");
                            problems.write(response, ProblemType.UNAUTHENTICATED);
                        })
                        .accessDeniedHandler(
                                (request, response, cause) -> problems.write(response, ProblemType.FORBIDDEN)))
                .exceptionHandling(handling -> handling.authenticationEntryPoint((request, response, cause) -> {
                            response.setHeader("WWW-Authenticate", "Bearer");
                            problems.write(response, ProblemType.UNAUTHENTICATED);
                        })
                        .accessDeniedHandler(
                                (request, response, cause) -> problems.write(response, ProblemType.FORBIDDEN)))
                .build();
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
