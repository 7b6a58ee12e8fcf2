package io.flashsale.gateway.revocation;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.security.jwt.JwtProperties;
import io.flashsale.gateway.upstream.OwnToken;
import io.flashsale.gateway.upstream.Upstreams;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class RevocationConfiguration {

    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    @Bean
    RevokedTokens revokedTokens() {
        return new RevokedTokens();
    }

    @Bean
    EndedSessionsWatch endedSessionsWatch(
            Upstreams services, OwnToken token, RevokedTokens sessions, JsonMapper json, Clock clock) {
        return new EndedSessionsWatch(services.order(), token, sessions, json, clock);
    }

    /** The bean name is also its name in the readiness group. */
    @Bean
    EndedSessionsHealthIndicator endedSessionsKnown(EndedSessionsWatch watch) {
        return new EndedSessionsHealthIndicator(watch);
    }

    @Bean
    RepeatedTask watchingEndedSessions(EndedSessionsWatch watch) {
        return new RepeatedTask("ended-sessions", LOOK_INTERVAL, watch::look);
    }

    /** Replaces the decoder that all services have. */
    @Bean
    JwtDecoder jwtDecoder(JwtProperties jwt, RevokedTokens ended, @Value("${spring.application.name}") String gateway) {
        return new RevokingJwtDecoder(JwksJwtDecoder.of(jwt, gateway), ended);
    }
}
