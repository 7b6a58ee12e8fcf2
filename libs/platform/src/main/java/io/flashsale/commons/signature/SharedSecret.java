package io.flashsale.commons.signature;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A secret that all instances of a service share, and that can be replaced without disagreement between them.
 * Signatures (HMAC-SHA256) are made with the current secret. Those made with the previous one stay valid for as
 * long as it is configured.
 */
public final class SharedSecret {

    /** The signing key first, then keys whose signatures are still valid. */
    private final List<byte[]> keys;

    /** @param previous the replaced secret, which signs nothing any more; null if there is none */
    public SharedSecret(String current, @Nullable String previous) {
        this(previous == null ? List.of(bytes(current)) : List.of(bytes(current), bytes(previous)));
    }

    private SharedSecret(List<byte[]> keys) {
        this.keys = keys;
    }

    /** Derives another secret. A signature made with it is never valid for this one. */
    public SharedSecret derive(String purpose) {
        return new SharedSecret(keys.stream().map(key -> mac(key, purpose)).toList());
    }

    /** HMAC-SHA256 of the text in UTF-8. */
    public byte[] sign(String text) {
        return mac(keys.getFirst(), text);
    }

    /** Whether the text was signed with this secret or the previous one. Compares in constant time. */
    public boolean hasSigned(String text, byte[] signature) {
        return keys.stream().anyMatch(key -> MessageDigest.isEqual(mac(key, text), signature));
    }

    private static byte[] mac(byte[] key, String text) {
        return Hashes.hmacSha256(key).doFinal(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
