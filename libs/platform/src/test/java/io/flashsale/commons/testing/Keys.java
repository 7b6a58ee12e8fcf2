package io.flashsale.commons.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;

/** Signs tokens as order-service would, and as a forger would. */
public final class Keys {

    private final RSAKey pair;

    public Keys(RSAKey pair) {
        this.pair = pair;
    }

    public JWKSet published() {
        return new JWKSet(pair.toPublicJWK());
    }

    public static JWTClaimsSet.Builder claims(String role) {
        return new JWTClaimsSet.Builder()
                .issuer("flash-sale")
                .subject("42")
                .audience(role.equals("SERVICE") ? "sample-service" : "shop")
                .claim("role", role)
                .expirationTime(Date.from(Instant.now().plusSeconds(600)));
    }

    public String token(String role) {
        return sign(claims(role).build());
    }

    public String sign(JWTClaimsSet claims) {
        return sign(claims, JWSAlgorithm.RS256);
    }

    public String sign(JWTClaimsSet claims, JWSAlgorithm algorithm) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(algorithm).keyID(pair.getKeyID()).build(), claims);
            token.sign(new RSASSASigner(pair));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String unsigned(JWTClaimsSet claims) {
        return new PlainJWT(claims).serialize();
    }

    /** Misuses the public key, which everybody knows, as the secret of a symmetric signature. */
    public String signedWithPublicKeyAsSecret(JWTClaimsSet claims) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.HS256)
                            .keyID(pair.getKeyID())
                            .build(),
                    claims);
            token.sign(new MACSigner(pair.toRSAPublicKey().getEncoded()));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
