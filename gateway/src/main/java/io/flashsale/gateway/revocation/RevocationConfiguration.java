package io.flashsale.gateway.revocation;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.security.jwt.JwtProperties;
import io.flashsale.gateway.edge.ReadyOnce;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/** The bean names of the conditions are also their names in the readiness group. */
@Configuration(proxyBeanMethods = false)
class RevocationConfiguration {

    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    /** A token of {@code RS256} without claims or a valid signature; the decoder needs keys to refuse it. */
    private static final String UNSIGNED = "eyJhbGciOiJSUzI1NiJ9.e30.LQ";

    @Bean
    ReadyOnce endedSessionsKnown(EndedSessionsWatch watch) {
        return new ReadyOnce(watch::hasSeenAll);
    }

    @Bean
    RepeatedTask watchingEndedSessions(EndedSessionsWatch watch) {
        return new RepeatedTask("ended-sessions", LOOK_INTERVAL, watch::look);
    }

    /** Replaces the decoder that all services have: it also refuses tokens whose session has ended. */
    @Bean
    SessionTokens jwtDecoder(
            JwtProperties jwt, RevokedTokens ended, @Value("${spring.application.name}") String gateway) {
        return new SessionTokens(JwksJwtDecoder.of(jwt, gateway), ended);
    }

    @Bean
    ReadyOnce tokenKeys(JwtDecoder decoder) {
        return new ReadyOnce(() -> hasKeys(decoder));
    }

    private static boolean hasKeys(JwtDecoder decoder) {
        try {
            decoder.decode(UNSIGNED);
            return false;
        } catch (BadJwtException refused) {
            return true;
        } catch (JwtException noKeys) {
            return false;
        }
    }
}
