package io.flashsale.accounts;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Hashes passwords with BCrypt on its own threads, fewer than there are processors.
 *
 * <p>On a single processor it uses at most half of the time: after each hash, the thread rests for as long as the
 * hash took.
 *
 * <p>Hashing is pure computation. On virtual threads, a wave of log-ins could occupy every carrier thread, and even
 * reading an order's status would have to wait.
 */
@Component
class PasswordHashing implements DisposableBean {

    /** BCrypt uses only this many bytes. */
    static final int MAX_BYTES = 72;

    /** Stored in place of a hash; no password matches it. */
    static final String NO_PASSWORD = "*";

    /** A password change hashes twice, and the gateway waits 5 s: a longer wait would count as a fault. */
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** A longer queue could not be answered in time. */
    private static final int MAX_WAITING = 400;

    /** What a hash begins with. */
    private static final String VERSION = "$2a$";

    private final BCryptPasswordEncoder bcrypt;
    private final String strength;
    private final String nobodysHash;
    private final ThreadPoolExecutor threads;
    private final Duration timeout;

    @Autowired
    PasswordHashing(AccountProperties properties) {
        this(properties, TIMEOUT, Runtime.getRuntime().availableProcessors());
    }

    PasswordHashing(AccountProperties properties, Duration timeout, int processors) {
        this.timeout = timeout;
        bcrypt = new BCryptPasswordEncoder(properties.bcryptStrength());
        strength = "%02d$".formatted(properties.bcryptStrength());
        nobodysHash = encode("the password of nobody");
        threads = processors == 1 ? new RestingThread() : new Threads(threads(processors));
    }

    /** Leaves one processor to the purchases if there are two or more. */
    static int threads(int processors) {
        return Math.max(1, processors - 1);
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }

    String hash(String password) {
        return computing(() -> encode(password));
    }

    /**
     * Whether the password matches the hash. Without a hash, or with {@link #NO_PASSWORD}, the answer is no after
     * the same work. So the time does not tell whether the account exists.
     */
    boolean matches(String password, @Nullable String hash) {
        boolean possible = hash != null
                && !hash.equals(NO_PASSWORD)
                && password.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
        String against = possible ? hash : nobodysHash;
        String tried = possible ? password : "not the password of nobody";
        return computing(() -> bcrypt.matches(tried, against)) && possible;
    }

    /** Whether the hash was made with another strength than the configured one. */
    boolean isOutdated(String hash) {
        return !hash.startsWith(strength, VERSION.length());
    }

    @SuppressWarnings("NullAway") // the result is null only for a null password
    private String encode(String password) {
        return bcrypt.encode(password);
    }

    /** Runs the work on those threads. */
    <T> T computing(Callable<T> work) {
        Future<T> result;
        try {
            result = threads.submit(work);
        } catch (RejectedExecutionException full) {
            throw tooMany();
        }
        try {
            return result.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            result.cancel(false); // no caller is waiting any more
            throw tooMany();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(ProblemType.SERVICE_UNAVAILABLE, "The service is stopping.");
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a password could not be hashed", failed.getCause());
        }
    }

    private static class Threads extends ThreadPoolExecutor {

        Threads(int count) {
            super(
                    count,
                    count,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(MAX_WAITING),
                    Thread.ofPlatform().name("passwords-", 0).daemon().factory());
        }
    }

    /** Rests after each piece of work; the caller already has the result. */
    private static final class RestingThread extends Threads {

        private long begin; // start of the current work; only this thread reads it

        RestingThread() {
            super(1);
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable work) {
            begin = System.nanoTime();
        }

        @Override
        protected void afterExecute(Runnable work, @Nullable Throwable fault) {
            LockSupport.parkNanos(System.nanoTime() - begin);
        }
    }

    private static ProblemException tooMany() {
        ProblemException refusal =
                new ProblemException(ProblemType.SERVICE_UNAVAILABLE, "Too many people log in right now.");
        refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
        return refusal;
    }
}
