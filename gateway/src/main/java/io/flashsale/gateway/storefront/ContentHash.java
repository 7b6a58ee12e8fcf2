package io.flashsale.gateway.storefront;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in the forms that browsers want it. */
final class ContentHash {

    private ContentHash() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Sixteen hexadecimal digits: enough to tell versions of a file apart. */
    static String brief(byte[] digest) {
        return HexFormat.of().formatHex(digest, 0, 8);
    }

    /** Weak, because Tomcat does not compress what has a strong one. */
    static String tag(byte[] content) {
        return "W/\"" + brief(sha256().digest(content)) + '"';
    }
}
