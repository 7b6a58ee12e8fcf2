package io.flashsale.admission.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisReconnectedException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisRetryException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.codec.StringCodec;

/**
 * A script of {@code resources/lua}, run by its digest; the full text is sent only to a server that does not know it.
 */
public final class LuaScript {

    private static final OptionalOptions ONCE =
            OptionalOptions.defaults().codec(StringCodec.INSTANCE).retryAttempts(0);

    private static final Pattern PART = Pattern.compile("(?m)^-- part (\\S+)$");

    private final String text;
    private final String sha1;

    private LuaScript(String text) {
        this.text = text;
        this.sha1 = sha1(text);
    }

    /**
     * The script of this name, with its parts: a line {@code -- part NAME} stands for {@code <script>/NAME.lua}, and
     * {@code -- part /NAME} for {@code NAME.lua}, which several scripts have.
     */
    public static LuaScript named(String name) {
        return new LuaScript(PART.matcher(read(name)).replaceAll(part -> {
            String file = part.group(1);
            return Matcher.quoteReplacement(read(file.startsWith("/") ? file.substring(1) : name + "/" + file));
        }));
    }

    private static String read(String name) {
        try (InputStream in = LuaScript.class.getResourceAsStream("/lua/" + name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("no script /lua/" + name + ".lua on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What is sent to the server: the file, with its parts. */
    public String text() {
        return text;
    }

    public String answer(RedissonClient redis, List<Object> keys, Object... arguments) {
        return run(redis, RScript.ReturnType.STRING, keys, arguments);
    }

    public List<String> answers(RedissonClient redis, List<Object> keys, Object... arguments) {
        return run(redis, RScript.ReturnType.LIST, keys, arguments);
    }

    /** Like {@link #answer} without waiting; every fault comes through the stage. */
    public CompletionStage<String> answerAsync(RedissonClient redis, List<Object> keys, Object... arguments) {
        return runAsync(redis, RScript.ReturnType.STRING, keys, arguments);
    }

    /** Like {@link #answers} without waiting; every fault comes through the stage. */
    public CompletionStage<List<String>> answersAsync(RedissonClient redis, List<Object> keys, Object... arguments) {
        return runAsync(redis, RScript.ReturnType.LIST, keys, arguments);
    }

    /**
     * Like {@link #answersAsync}, but sent once, however often the client repeats other commands: for callers that
     * repeat it themselves. An unanswered script may still run, and later than what is sent after it.
     */
    public CompletionStage<List<String>> answersOnceAsync(
            RedissonClient redis, List<Object> keys, Object... arguments) {
        return runAsync(() -> redis.getScript(ONCE), RScript.ReturnType.LIST, keys, arguments);
    }

    private <T> CompletionStage<T> runAsync(
            RedissonClient redis, RScript.ReturnType type, List<Object> keys, Object... arguments) {
        return runAsync(() -> redis.getScript(StringCodec.INSTANCE), type, keys, arguments);
    }

    private <T> CompletionStage<T> runAsync(
            Supplier<RScript> script, RScript.ReturnType type, List<Object> keys, Object... arguments) {
        try {
            RScript sent = script.get();
            return sent.<T>evalShaAsync(RScript.Mode.READ_WRITE, sha1, type, keys, arguments)
                    .exceptionallyCompose(fault -> cause(fault) instanceof RedisNoScriptException
                            ? sent.evalAsync(RScript.Mode.READ_WRITE, text, type, keys, arguments)
                            : CompletableFuture.failedStage(fault));
        } catch (RuntimeException refused) { // such as a client that was shut down
            return CompletableFuture.failedStage(refused);
        }
    }

    /** The original fault of a stage, unwrapped from the exceptions of later stages. */
    public static Throwable cause(Throwable fault) {
        return fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
    }

    /**
     * Whether a repetition may soon succeed: there was no connection, no answer, or no server in the right role. Or
     * the server ran nothing because it is loading its data, or because a slot is migrating and its keys are on two
     * servers (TRYAGAIN).
     */
    public static boolean isWorthRepeating(Throwable fault) {
        return switch (cause(fault)) {
            case RedisTimeoutException _, RedisConnectionException _, RedisReconnectedException _ -> true;
            case RedisRetryException _, RedisReadonlyException _, RedisNodeNotFoundException _ -> true;
            case RedisException other ->
                other.getCause() instanceof IOException; // of a connection that could not be made
            default -> false;
        };
    }

    /** Whether it is certain that the command was never sent, although the caller waited for it. */
    public static boolean isUnsent(Throwable fault) {
        return cause(fault) instanceof RedisTimeoutException silent
                && !(silent instanceof RedisResponseTimeoutException);
    }

    /** The Redis fault that a stage failed with; throws if it was another fault. */
    static RedisException redisException(CompletionException fault) {
        if (cause(fault) instanceof RedisException ofRedis) {
            return ofRedis;
        }
        throw fault;
    }

    /**
     * Reads the answers of scripts that were sent to several servers. Leaves out servers that do not answer; throws
     * if none does.
     */
    public static <K> void readAll(Map<K, CompletionStage<List<String>>> answers, BiConsumer<K, List<String>> reader) {
        int read = 0;
        RedisException silent = null;
        for (var answer : answers.entrySet()) {
            try {
                reader.accept(
                        answer.getKey(), answer.getValue().toCompletableFuture().join());
                read++;
            } catch (CompletionException fault) {
                silent = redisException(fault);
            }
        }
        if (silent != null && read == 0) {
            throw silent;
        }
    }

    /**
     * Waits for an answer up to the time-out, as Redisson itself may try for seconds. The command may still run
     * later.
     *
     * @throws RedisException if no answer came
     */
    public static <T> T within(Duration timeout, CompletionStage<T> answer) {
        try {
            return answer.toCompletableFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silent) {
            throw silent(timeout);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RedisException("interrupted while Redis was asked", interrupted);
        } catch (ExecutionException fault) {
            Throwable cause = cause(fault.getCause() == null ? fault : fault.getCause());
            throw cause instanceof RedisException ofRedis ? ofRedis : new RedisException(cause);
        }
    }

    /** The same answer without waiting: a stage that fails with a {@code RedisException} if none comes in time. */
    public static <T> CompletionStage<T> bounded(Duration timeout, CompletionStage<T> answer) {
        return answer.toCompletableFuture()
                .copy()
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionallyCompose(fault -> CompletableFuture.failedStage(
                        cause(fault) instanceof TimeoutException ? silent(timeout) : cause(fault)));
    }

    private static RedisTimeoutException silent(Duration timeout) {
        return new RedisTimeoutException("no answer for " + timeout.toMillis() + " ms");
    }

    private <T> T run(RedissonClient redis, RScript.ReturnType type, List<Object> keys, Object... arguments) {
        RScript script = redis.getScript(StringCodec.INSTANCE);
        try {
            return script.evalSha(RScript.Mode.READ_WRITE, sha1, type, keys, arguments);
        } catch (RedisNoScriptException unknown) {
            // The server was restarted, or a fail-over brought in a new one.
            return script.eval(RScript.Mode.READ_WRITE, text, type, keys, arguments);
        }
    }

    @SuppressWarnings("InsecureCryptoUsage") // EVALSHA is defined with this digest
    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
