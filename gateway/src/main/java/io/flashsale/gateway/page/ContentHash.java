package io.flashsale.gateway.page;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in the forms that browsers want it. */
public final class ContentHash {

    private ContentHash() {}

    /** Of nothing yet. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Sixteen hexadecimal digits: enough to tell versions of a file apart. */
    public static String brief(byte[] digest) {
        return HexFormat.of().formatHex(digest, 0, 8);
    }

    /** An ETag; a weak one, because Tomcat does not compress what has a strong one. */
    public static String tag(byte[] content) {
        return "W/\"" + brief(sha256().digest(content)) + '"';
    }
}
