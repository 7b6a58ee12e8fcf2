package io.flashsale.order.account;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Hashes passwords with BCrypt, no more at once than there are processors.
 *
 * <p>Hashing is pure computation. On virtual threads nothing else would keep a wave of logins from occupying every
 * carrier thread, and then even an order's status would have to wait for it.
 */
@Component
class PasswordHashing {

    /** BCrypt's limit. */
    static final int MAX_BYTES = 72;

    /** Stands where a hash would; no password matches it. */
    static final String NO_PASSWORD = "*";

    private static final long TIMEOUT_SECONDS = 5;

    private final BCryptPasswordEncoder bcrypt;
    private final String nobodysHash;
    private final Semaphore processors = new Semaphore(Runtime.getRuntime().availableProcessors());

    PasswordHashing(AccountProperties properties) {
        bcrypt = new BCryptPasswordEncoder(properties.bcryptStrength());
        nobodysHash = encode("the password of nobody");
    }

    String hash(String password) {
        return computing(() -> encode(password));
    }

    /**
     * Whether the password belongs to the hash. Without a hash, or with {@link #NO_PASSWORD}, the answer is no, after the
     * same work: the time it takes does not tell whether the account exists.
     */
    boolean matches(String password, @Nullable String hash) {
        boolean possible = hash != null
                && !hash.equals(NO_PASSWORD)
                && password.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
        String against = possible ? hash : nobodysHash;
        String tried = possible ? password : "not the password of nobody";
        return computing(() -> bcrypt.matches(tried, against)) && possible;
    }

    @SuppressWarnings("NullAway") // the hash of a password is null only if the password is
    private String encode(String password) {
        return bcrypt.encode(password);
    }

    private <T> T computing(Supplier<T> work) {
        try {
            if (!processors.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new ProblemException(ProblemType.SERVICE_UNAVAILABLE, "Too many people log in right now.");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(ProblemType.SERVICE_UNAVAILABLE, "The service is stopping.");
        }
        try {
            return work.get();
        } finally {
            processors.release();
        }
    }
}
