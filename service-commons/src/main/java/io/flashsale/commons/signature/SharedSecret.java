package io.flashsale.commons.signature;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A secret that all instances of a service share, and that can be changed without a moment in which they disagree: signatures
 * (HMAC-SHA256) are made with the current one, and those made with the one before are taken for as long as it is given.
 */
public final class SharedSecret {

    /** The one that signs, then those whose signatures are taken, too. */
    private final List<byte[]> keys;

    /** @param previous the secret before, by which nothing is signed any more; null if there is none */
    public SharedSecret(String current, @Nullable String previous) {
        this(previous == null ? List.of(bytes(current)) : List.of(bytes(current), bytes(previous)));
    }

    private SharedSecret(List<byte[]> keys) {
        this.keys = keys;
    }

    /** Another secret, made from this one: what is signed with it can never be taken for something signed with this one. */
    public SharedSecret derive(String purpose) {
        return new SharedSecret(keys.stream().map(key -> mac(key, purpose)).toList());
    }

    /** HMAC-SHA256 of the text in UTF-8. */
    public byte[] sign(String text) {
        return mac(keys.getFirst(), text);
    }

    /** Whether the text was signed with this secret, or with the one before. Compares in constant time. */
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
