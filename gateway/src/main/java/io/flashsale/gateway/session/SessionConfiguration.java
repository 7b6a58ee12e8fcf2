package io.flashsale.gateway.session;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.security.BearerTokens;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;

@Configuration(proxyBeanMethods = false)
class SessionConfiguration {

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
