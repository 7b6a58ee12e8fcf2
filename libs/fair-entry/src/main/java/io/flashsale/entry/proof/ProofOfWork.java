package io.flashsale.entry.proof;

import io.flashsale.commons.signature.Hashes;
import io.flashsale.commons.signature.SharedSecret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes challenges, and checks their solutions without storing anything. The salt contains sale, shopper, difficulty
 * and expiry; the challenge is a hash of the salt, and is signed. So nobody else can make or change a challenge.
 *
 * <p>Making or checking one takes a hash and a MAC. The caller has to know which solutions were used before.
 */
public final class ProofOfWork {

    static final String ALGORITHM = "SHA-256";
    private static final int SALT_BYTES = 12;

    /** Several times the length that {@code proof-of-work.js} makes. */
    private static final int MAX_LENGTH = 2_000;

    /** Ends in a character that no number has. So salt and number can be told apart in only one way. */
    private static final Pattern SALT = Pattern.compile(
            "[0-9a-f]{24}\\?difficulty=([0-9]{1,9})&expires=([0-9]{1,12})&sale=([0-9]{1,18})&user=([0-9]{1,18})&");

    private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{64}");

    private final SecureRandom random = new SecureRandom();
    private final SharedSecret secret;
    private final Duration ttl;
    private final Clock clock;
    private final JsonMapper json;

    /** @param secret that of passes and tickets; a signature made here is never valid for one of them */
    public ProofOfWork(SharedSecret secret, Duration ttl, Clock clock, JsonMapper json) {
        this.secret = secret.derive("proof of work");
        this.ttl = ttl;
        this.clock = clock;
        this.json = json;
    }

    /**
     * A new challenge.
     *
     * @param difficulty hashes that it takes at most; half of them on average
     */
    public Challenge challenge(long saleId, long userId, long difficulty) {
        Instant expiresAt = Instant.ofEpochSecond(clock.instant().plus(ttl).getEpochSecond());
        byte[] bytes = new byte[SALT_BYTES];
        random.nextBytes(bytes);
        String salt = "%s?difficulty=%s&expires=%s&sale=%s&user=%s&"
                .formatted(HexFormat.of().formatHex(bytes), difficulty, expiresAt.getEpochSecond(), saleId, userId);
        String challenge = hash(salt, random.nextLong(difficulty + 1));
        return new Challenge(
                ALGORITHM, challenge, salt, difficulty, HexFormat.of().formatHex(secret.sign(challenge)), expiresAt);
    }

    /** A solution as ALTCHA's widget sends it. */
    record Solution(
            @Nullable String algorithm,
            @Nullable String challenge,
            @Nullable Long number,
            @Nullable String salt,
            @Nullable String signature) {}

    /** Checks the text that a shopper shows at the entrance of a sale. */
    public Checked check(String proof, long saleId, long userId) {
        Solution solution = read(proof);
        if (solution == null
                || solution.challenge() == null
                || solution.number() == null
                || solution.salt() == null
                || solution.signature() == null
                || !ALGORITHM.equals(solution.algorithm())) {
            return new Checked.Wrong();
        }
        Matcher salt = SALT.matcher(solution.salt());
        if (!salt.matches()
                || solution.number() < 0
                || !hash(solution.salt(), solution.number()).equals(solution.challenge())
                || !isSigned(solution.challenge(), solution.signature())
                || Long.parseLong(salt.group(3)) != saleId
                || Long.parseLong(salt.group(4)) != userId) {
            return new Checked.Wrong();
        }
        Instant expiresAt = Instant.ofEpochSecond(Long.parseLong(salt.group(2)));
        return clock.instant().isBefore(expiresAt)
                ? new Checked.Done(Long.parseLong(salt.group(1)))
                : new Checked.Expired();
    }

    private boolean isSigned(String challenge, String signature) {
        return SIGNATURE.matcher(signature).matches()
                && secret.hasSigned(challenge, HexFormat.of().parseHex(signature));
    }

    private @Nullable Solution read(String proof) {
        if (proof.length() > MAX_LENGTH) {
            return null;
        }
        try {
            return json.readValue(Base64.getDecoder().decode(proof), Solution.class);
        } catch (IllegalArgumentException | JacksonException malformed) {
            return null;
        }
    }

    static String hash(String salt, long number) {
        return Hashes.sha256Hex((salt + number).getBytes(StandardCharsets.UTF_8));
    }
}
