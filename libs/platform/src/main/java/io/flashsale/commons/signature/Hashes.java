package io.flashsale.commons.signature;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104), which every Java runtime has. */
public final class Hashes {

    private static final String HMAC = "HmacSHA256";

    /** Never used itself: a copy costs less than looking for an implementation. */
    private static final MessageDigest SHA_256 = newSha256();

    private Hashes() {}

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }

    public static byte[] sha256(byte[] data) {
        try {
            return ((MessageDigest) SHA_256.clone()).digest(data);
        } catch (CloneNotSupportedException javasOwnHasCopies) {
            throw new AssertionError(javasOwnHasCopies);
        }
    }

    public static String sha256Hex(byte[] data) {
        return HexFormat.of().formatHex(sha256(data));
    }

    /** Reusable for many messages in turn; for one thread. */
    public static Mac hmacSha256(byte[] key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac;
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }
}
