package io.flashsale.gateway.session;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.security.BearerTokens;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.refusal.Refusals;
import jakarta.servlet.DispatcherType;
import java.time.Duration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;

@Configuration(proxyBeanMethods = false)
class SessionConfiguration {

    /** Runs before the filters that need the token, and after the limit for addresses, which must precede any cost. */
    private static final int BEFORE_TOKEN_CHECK = SecurityFilterProperties.DEFAULT_FILTER_ORDER - 2;

    @Bean
    FilterRegistrationBean<SessionFilter> sessionFilter(SessionCookie cookie, JwtDecoder decoder, Refusals refusals) {
        FilterRegistrationBean<SessionFilter> registration =
                new FilterRegistrationBean<>(new SessionFilter(cookie, decoder, refusals.of(ProblemType.FORBIDDEN)));
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setOrder(BEFORE_TOKEN_CHECK);
        return registration;
    }

    private static final Duration TELL_INTERVAL = Duration.ofSeconds(1);

    @Bean
    RepeatedTask tellingOfLogOuts(LogOut logOut) {
        return new RepeatedTask("untold-log-outs", TELL_INTERVAL, logOut::tellAgain);
    }

    /** Takes the token from the Authorization header, or else from the session. */
    @Bean
    BearerTokenResolver bearerTokenResolver() {
        BearerTokens header = new BearerTokens();
        return request -> {
            String token = header.resolve(request);
            return token != null ? token : (String) request.getAttribute(SessionFilter.TOKEN);
        };
    }
}
