package io.flashsale.storefront;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256 hashes in the forms that browsers use. */
final class ContentHash {

    private ContentHash() {}

    /** A digest that has read nothing yet. */
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

    /** An ETag of the content. It is weak because Tomcat does not compress an answer with a strong one. */
    static String tag(byte[] content) {
        return "W/\"" + brief(sha256().digest(content)) + '"';
    }
}
