package io.flashsale.admission.bucket;

import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.StockGateKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.codec.StringCodec;

/**
 * What moves of units do with the gates of buckets, one method a script. All throw Redisson's {@code RedisException} when Redis does
 * not answer; a call that is repeated within a minute changes nothing more.
 */
public final class MoveScripts {

    private static final LuaScript OUT = LuaScript.named("move-out");
    private static final LuaScript IN = LuaScript.named("move-in");
    private static final LuaScript BACK = LuaScript.named("move-back");

    private final RedissonClient redis;
    private final StockGateKeys keys;

    public MoveScripts(RedissonClient redis, StockGateKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** What names the gate until it is made anew; empty if there is none. Known within the time, or this throws. */
    Optional<String> epoch(long gateId, Duration timeout) {
        return within(
                timeout,
                redis.<String, String>getMap(keys.gate(gateId), StringCodec.INSTANCE)
                        .getAsync("epoch")
                        .thenApply(Optional::ofNullable));
    }

    /**
     * Takes half of what remains out of a gate, one unit at least, for another bucket of the same campaign; see {@code
     * move-out.lua} for when that may be done.
     *
     * @param move names the move
     * @param timeout after which this throws; what is taken later is put back by {@link #moveBack}, or never taken after it
     * @return how many; 0 if there is nothing, or the gate cannot be believed
     */
    public long moveOut(long gateId, String move, Duration timeout) {
        return Long.parseLong(within(timeout, OUT.answerAsync(redis, gateAndMove(gateId, move))));
    }

    /**
     * Puts units into a gate that the database has moved there, once.
     *
     * @param move names the move
     * @param epoch of the gate while both rows were locked in the database
     * @return false if the gate was made anew since, and so has them already
     */
    public boolean moveIn(long gateId, String move, String epoch, long units) {
        return IN.answer(redis, gateAndMove(gateId, move), epoch, Long.toString(units))
                .equals("MOVED");
    }

    /**
     * Puts back what a move took out of a gate, once, also if it is yet to take it; only if it is certain that the database never commits
     * that move.
     *
     * @return how many units; 0 if none were taken, or the gate was made anew since and so has them already
     */
    public long moveBack(long gateId, String move) {
        return Long.parseLong(BACK.answer(redis, gateAndMove(gateId, move), "1"));
    }

    /**
     * The same for units that the database has not got, so that nobody may have them.
     *
     * @return how many units; 0 if none were taken, or the gate was made anew since
     */
    long forget(long gateId, String move) {
        return Long.parseLong(BACK.answer(redis, gateAndMove(gateId, move), "0"));
    }

    private List<Object> gateAndMove(long gateId, String move) {
        return List.of(keys.gate(gateId), keys.move(gateId, move));
    }

    /** Redisson may try for seconds; whoever calls keeps rows in the database from others. */
    private static <T> T within(Duration timeout, CompletionStage<T> answer) {
        try {
            return answer.toCompletableFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silent) {
            throw new RedisTimeoutException("no answer for " + timeout.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RedisException("interrupted while Redis was asked", interrupted);
        } catch (ExecutionException fault) {
            Throwable cause = LuaScript.cause(fault.getCause() == null ? fault : fault.getCause());
            throw cause instanceof RedisException ofRedis ? ofRedis : new RedisException(cause);
        }
    }
}
