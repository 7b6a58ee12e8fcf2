package io.flashsale.entry.proof;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Solves challenges as a browser does. */
public final class Solver {

    private Solver() {}

    public static String solve(String challenge, String salt, long maxnumber, String signature) {
        for (long number = 0; number <= maxnumber; number++) {
            if (ProofOfWork.hash(salt, number).equals(challenge)) {
                return proof(challenge, number, salt, signature);
            }
        }
        throw new AssertionError("no number fits");
    }

    static String solve(Challenge challenge) {
        return solve(challenge.challenge(), challenge.salt(), challenge.maxnumber(), challenge.signature());
    }

    static String proof(String challenge, long number, String salt, String signature) {
        return Base64.getEncoder().encodeToString("""
                        {"algorithm": "SHA-256", "challenge": "%s", "number": %d, "salt": "%s", "signature": "%s"}""".formatted(challenge, number, salt, signature)
                .getBytes(StandardCharsets.UTF_8));
    }
}
