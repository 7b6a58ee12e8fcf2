package io.flashsale.accounts.token;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

@Configuration(proxyBeanMethods = false)
class TokenConfiguration {

    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

    /** Allows for differing clocks; verifiers tolerate some seconds. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    @Bean
    SigningKeys signingKeys(SigningProperties properties) {
        return new SigningKeys(
                first(properties),
                properties.keyDirectory(),
                properties.publishBeforeSigning(),
                Stream.of(properties.tokenTtl(), properties.adminTokenTtl(), GatewayTokenController.TTL)
                        .max(Comparator.naturalOrder())
                        .orElseThrow()
                        .plus(MARGIN),
                InstantSource.system());
    }

    private static @Nullable SigningKeyFile first(SigningProperties properties) {
        if (properties.keyFile() == null) {
            return null;
        }
        SigningKeyFile file = new SigningKeyFile(properties.keyFile());
        return properties.createKeyFile() ? file.createdIfMissing() : file;
    }

    @Bean
    RepeatedTask readingSigningKeys(SigningKeys keys) {
        return new RepeatedTask("signing-keys", LOOK_INTERVAL, keys::refresh);
    }

    @Bean
    JwtIssuer jwtIssuer(SigningKeys keys, SigningProperties properties) {
        return new JwtIssuer(
                new NimbusJwtEncoder(keys),
                () -> keys.signer().getKeyID(),
                properties.tokenTtl(),
                properties.adminTokenTtl(),
                Clock.systemUTC());
    }

    @Bean
    AttemptTokens attemptTokens(SigningKeys keys) {
        return new AttemptTokens(keys, Clock.systemUTC());
    }

    @Bean
    ServiceTokens serviceTokens(JwtIssuer issuer) {
        return new ServiceTokens(issuer, Clock.systemUTC());
    }

    /** Uses the keys of this process instead of fetching our own over HTTP. */
    @Bean
    JwtDecoder jwtDecoder(SigningKeys keys, @Value("${spring.application.name}") String service) {
        return JwksJwtDecoder.from(keys, service);
    }
}
