package io.flashsale.accounts.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.flashsale.commons.MissingSettingException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that sign tokens, one after the other.
 *
 * <p>The name of a key's file says from when the key exists. The key is published at once and signs from
 * {@code publishBeforeSigning} after that moment. It stays published until all tokens that it may have signed have
 * expired.
 *
 * <p>So instances with the same files and the same time agree without communicating, and verifiers have a key
 * before the first token that needs it.
 */
final class SigningKeys implements JWKSource<SecurityContext> {

    static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'");

    private static final Logger log = LoggerFactory.getLogger(SigningKeys.class);
    private static final String SUFFIX = ".pem";
    private static final String HOW_TO_NAME_ONE =
            "Name it by the time of its making in UTC: $(date -u +%Y%m%dT%H%M%SZ).pem";

    private final @Nullable SigningKeyFile first;
    private final @Nullable Path directory;
    private final Duration publishBeforeSigning;
    private final Duration maxTokenTtl;
    private final InstantSource clock;
    private volatile List<Key> keys;

    /** @param signsFrom when it begins to sign; the first key signs from the beginning of time */
    private record Key(RSAKey pair, Instant signsFrom) {}

    /**
     * Reads the keys.
     *
     * @param first the key before all others; without it the directory must contain one
     * @param directory of keys that were made later
     * @param maxTokenTtl longest lifetime of a token
     * @throws MissingSettingException if there is no key, or an unreadable one
     */
    SigningKeys(
            @Nullable SigningKeyFile first,
            @Nullable Path directory,
            Duration publishBeforeSigning,
            Duration maxTokenTtl,
            InstantSource clock) {
        this.first = first;
        this.directory = directory;
        this.publishBeforeSigning = publishBeforeSigning;
        this.maxTokenTtl = maxTokenTtl;
        this.clock = clock;
        this.keys = read();
    }

    /** Reads the keys again. If a file cannot be read because it is being written, the known keys stay in use. */
    void refresh() {
        try {
            keys = read();
        } catch (MissingSettingException unusable) {
            log.warn("the keys that sign tokens stay as they were: {}", unusable.getMessage());
        }
    }

    /** The key that signs now. */
    RSAKey signer() {
        Instant now = clock.instant();
        List<Key> all = keys;
        Key signer = all.getFirst();
        for (Key key : all) {
            if (!key.signsFrom().isAfter(now)) {
                signer = key;
            }
        }
        return signer.pair();
    }

    /**
     * The keys to publish: those that may have signed a token that is still valid, the current one, and future
     * ones.
     */
    List<RSAKey> published() {
        Instant now = clock.instant();
        List<Key> all = keys;
        List<RSAKey> published = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            boolean over = i + 1 < all.size()
                    && all.get(i + 1).signsFrom().plus(maxTokenTtl).isBefore(now);
            if (!over) {
                published.add(all.get(i).pair());
            }
        }
        return published;
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) {
        return selector.select(new JWKSet(List.copyOf(published())));
    }

    private List<Key> read() {
        List<Key> found = new ArrayList<>();
        if (first != null) {
            found.add(new Key(pair(first.read()), Instant.MIN));
        }
        if (directory != null) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
                for (Path file : files) {
                    found.add(new Key(
                            pair(new SigningKeyFile(file).read()), madeAt(file).plus(publishBeforeSigning)));
                }
            } catch (IOException unreadable) {
                throw new MissingSettingException(
                        "The directory of keys " + directory + " cannot be read.",
                        "flashsale.jwt.key-directory names it (environment variable FLASHSALE_JWT_KEY_DIRECTORY).");
            }
        }
        if (found.isEmpty()) {
            throw new MissingSettingException(
                    "There is no key to sign tokens with.",
                    "Name the file of one in flashsale.jwt.key-file (environment variable FLASHSALE_JWT_KEY_FILE),"
                            + " or put one into the directory that flashsale.jwt.key-directory names.");
        }
        found.sort(Comparator.comparing(Key::signsFrom)
                .thenComparing(key -> key.pair().getKeyID()));
        return List.copyOf(found);
    }

    private static Instant madeAt(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            return LocalDateTime.parse(name.substring(0, name.length() - SUFFIX.length()), NAME)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException other) {
            throw new MissingSettingException("The name of the key file " + file + " is no time.", HOW_TO_NAME_ONE);
        }
    }

    private static RSAKey pair(KeyPair keys) {
        try {
            return new RSAKey.Builder((RSAPublicKey) keys.getPublic())
                    .privateKey(keys.getPrivate())
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .keyIDFromThumbprint()
                    .build();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
