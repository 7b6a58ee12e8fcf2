package io.flashsale.entry.proof;

import java.time.Instant;

/**
 * A task in ALTCHA's format: find the number from 0 to {@code maxnumber} whose SHA-256 behind the salt is the
 * challenge.
 *
 * @param challenge in hex, like the signature
 * @param expiresAt when its solution becomes worthless
 */
public record Challenge(
        String algorithm, String challenge, String salt, long maxnumber, String signature, Instant expiresAt) {}
