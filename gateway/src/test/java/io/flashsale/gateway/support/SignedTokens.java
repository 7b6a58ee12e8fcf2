package io.flashsale.gateway.support;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.flashsale.commons.testing.TestKeys;
import java.time.Instant;
import java.util.Date;

/** Signs tokens as order-service would, and as a forger would. */
public final class SignedTokens {

    private static final RSAKey OURS = TestKeys.first("k1");
    private static final RSAKey FOREIGN = TestKeys.second("k1");

    private SignedTokens() {}

    public static String jwks() {
        return new JWKSet(OURS.toPublicJWK()).toString();
    }

    public static String shopper(long id) {
        return sign(claims(id, "SHOPPER", 600), OURS);
    }

    /** A token that differs from others of the same shopper. */
    public static String shopper(long id, String tokenId, int version) {
        return sign(
                new JWTClaimsSet.Builder(claims(id, "SHOPPER", 600))
                        .jwtID(tokenId)
                        .claim("ver", version)
                        .build(),
                OURS);
    }

    public static String admin() {
        return sign(claims(1, "ADMIN", 600), OURS);
    }

    /** A token that services send each other; nobody outside has one. */
    public static String service() {
        return sign(claims(2, "SERVICE", 600), OURS);
    }

    /** The gateway's own token. */
    public static String gateway() {
        return sign(claims(0, "GATEWAY", 600), OURS);
    }

    public static String expired() {
        return sign(claims(42, "SHOPPER", -60), OURS);
    }

    public static String signedByForeignKey() {
        return sign(claims(42, "ADMIN", 600), FOREIGN);
    }

    public static String unsigned() {
        return new PlainJWT(claims(42, "ADMIN", 600)).serialize();
    }

    /** The signature of one token under the claims of another. */
    public static String forged() {
        String[] valid = shopper(42).split("\\.", -1);
        return valid[0] + "." + unsigned().split("\\.", -1)[1] + "." + valid[2];
    }

    private static JWTClaimsSet claims(long id, String role, long validSeconds) {
        return new JWTClaimsSet.Builder()
                .issuer("flash-sale")
                .subject(Long.toString(id))
                .audience(role.equals("SERVICE") || role.equals("GATEWAY") ? "stock-service" : "shop")
                .claim("role", role)
                .claim("username", "user" + id)
                .expirationTime(Date.from(Instant.now().plusSeconds(validSeconds)))
                .build();
    }

    private static String sign(JWTClaimsSet claims, RSAKey key) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(), claims);
            token.sign(new RSASSASigner(key));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
