package io.flashsale.client.entry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The work that a sale demands before it admits a shopper, in ALTCHA's scheme: to find the number up to {@code
 * maxnumber} whose SHA-256 after the salt is the challenge.
 *
 * @param needed whether there is any work; if not, all else is null
 */
public record Challenge(
        boolean needed,
        @Nullable String algorithm,
        @Nullable String challenge,
        @Nullable String salt,
        @Nullable Long maxnumber,
        @Nullable String signature) {

    private static final int LOOK_EVERY = 10_000; // hashes
    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * Does the work, which keeps one processor busy, and returns the proof. Empty if no work is needed, or no
     * number fits.
     *
     * @throws InterruptedException soon after the thread was interrupted
     */
    public Optional<String> solve() throws InterruptedException {
        if (!needed
                || algorithm == null
                || challenge == null
                || salt == null
                || maxnumber == null
                || signature == null) {
            return Optional.empty();
        }
        byte[] wanted = HexFormat.of().parseHex(challenge);
        MessageDigest sha = digest(algorithm);
        byte[] start = salt.getBytes(StandardCharsets.UTF_8);
        for (long number = 0; number <= maxnumber; number++) {
            if (number % LOOK_EVERY == 0 && Thread.interrupted()) {
                throw new InterruptedException();
            }
            sha.update(start);
            if (Arrays.equals(sha.digest(Long.toString(number).getBytes(StandardCharsets.US_ASCII)), wanted)) {
                return Optional.of(proof(algorithm, challenge, number, salt, signature));
            }
        }
        return Optional.empty();
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException foreign) {
            throw new IllegalStateException("a challenge of an unknown kind: " + algorithm, foreign);
        }
    }

    private static String proof(String algorithm, String challenge, long number, String salt, String signature) {
        byte[] json = JSON.writeValueAsBytes(Map.of(
                "algorithm", algorithm,
                "challenge", challenge,
                "number", number,
                "salt", salt,
                "signature", signature));
        return Base64.getEncoder().encodeToString(json);
    }
}
