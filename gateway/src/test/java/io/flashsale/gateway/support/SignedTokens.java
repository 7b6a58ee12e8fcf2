package io.flashsale.gateway.support;

import com.nimbusds.jwt.JWTClaimsSet;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.testing.Keys;
import io.flashsale.commons.testing.TestKeys;
import java.time.Instant;
import java.util.Date;

/** Signs tokens as order-service would, and as a forger would. */
public final class SignedTokens {

    private static final Keys OURS = new Keys(TestKeys.first("k1"));
    private static final Keys FOREIGN = new Keys(TestKeys.second("k1"));

    private SignedTokens() {}

    public static String jwks() {
        return OURS.published().toString();
    }

    public static String shopper(long id) {
        return OURS.sign(claims(id, "SHOPPER", 600));
    }

    /** A token that differs from others of the same shopper. */
    public static String shopper(long id, String tokenId, int version) {
        return OURS.sign(new JWTClaimsSet.Builder(claims(id, "SHOPPER", 600))
                .jwtID(tokenId)
                .claim("ver", version)
                .build());
    }

    /** Of an account that has no password. */
    public static String withoutPassword(long id) {
        return OURS.sign(new JWTClaimsSet.Builder(claims(id, "SHOPPER", 600))
                .claim(Tokens.NO_PASSWORD_CLAIM, true)
                .build());
    }

    public static String admin() {
        return OURS.sign(claims(1, "ADMIN", 600));
    }

    /** A token that services send each other; nobody outside has one. */
    public static String service() {
        return OURS.sign(claims(2, "SERVICE", 600));
    }

    /** The gateway's own token. */
    public static String gateway() {
        return OURS.sign(claims(0, "GATEWAY", 600));
    }

    public static String expired() {
        return OURS.sign(claims(42, "SHOPPER", -60));
    }

    public static String signedByForeignKey() {
        return FOREIGN.sign(claims(42, "ADMIN", 600));
    }

    public static String unsigned() {
        return Keys.unsigned(claims(42, "ADMIN", 600));
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
}
