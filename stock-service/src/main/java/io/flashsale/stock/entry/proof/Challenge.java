package io.flashsale.stock.entry.proof;

import java.time.Instant;

/**
 * What is to be solved, as ALTCHA has it: a number from 0 to {@code maxnumber} whose SHA-256 behind the salt is the challenge.
 *
 * @param challenge in hex, as the signature
 * @param expiresAt when its solution is worthless
 */
public record Challenge(
        String algorithm, String challenge, String salt, long maxnumber, String signature, Instant expiresAt) {}
