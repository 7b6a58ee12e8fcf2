package io.flashsale.order.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import io.flashsale.commons.MissingSettingException;
import io.flashsale.commons.security.JwksJwtDecoder;
import io.flashsale.commons.security.JwtProperties;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

/** Wires what signs and checks tokens around the one key. */
@Configuration(proxyBeanMethods = false)
class TokenConfiguration {

    @Bean
    RSAKey signingKey(SigningProperties properties) throws JOSEException {
        if (properties.keyFile() == null) {
            throw new MissingSettingException(
                    "flashsale.jwt.key-file is not set.",
                    "Name the file with the RSA key that signs tokens (environment variable FLASHSALE_JWT_KEY_FILE).");
        }
        SigningKeyFile file = new SigningKeyFile(properties.keyFile());
        KeyPair keys = (properties.createKeyFile() ? file.createdIfMissing() : file).read();
        return new RSAKey.Builder((RSAPublicKey) keys.getPublic())
                .privateKey(keys.getPrivate())
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.RS256)
                .keyIDFromThumbprint()
                .build();
    }

    @Bean
    JwtIssuer jwtIssuer(RSAKey signingKey, SigningProperties properties, JwtProperties checks) {
        NimbusJwtEncoder encoder = new NimbusJwtEncoder(new ImmutableJWKSet<>(new JWKSet(signingKey)));
        return new JwtIssuer(
                encoder,
                signingKey.getKeyID(),
                checks.issuer(),
                properties.tokenTtl(),
                properties.adminTokenTtl(),
                Clock.systemUTC());
    }

    @Bean
    ServiceTokens serviceTokens(JwtIssuer issuer) {
        return new ServiceTokens(issuer, Clock.systemUTC());
    }

    /** We need not ask ourselves over HTTP for a key that is here. */
    @Bean
    JwtDecoder jwtDecoder(RSAKey signingKey, JwtProperties checks) {
        return JwksJwtDecoder.from(new ImmutableJWKSet<>(new JWKSet(signingKey.toPublicJWK())), checks.issuer());
    }
}
