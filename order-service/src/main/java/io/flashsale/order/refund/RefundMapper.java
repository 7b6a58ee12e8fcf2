package io.flashsale.order.refund;

import io.flashsale.commons.sql.MapperBatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The rows of table {@code refund} and their steps.
 *
 * <pre>
 *   DUE ─┬─▶ REFUNDED
 *        └─▶ FAILED ──▶ DUE (an administrator has it tried again)
 * </pre>
 */
@Mapper
interface RefundMapper {

    String REFUNDS = """
            SELECT id, charge_id, order_id, amount_cents, reason, state, attempts, next_attempt_at, last_error,
                   provider_reference, created_at, refunded_at
            FROM refund
            """;

    /** Refunds that are not made yet, and the age of the oldest; 0 if there is none. */
    record Backlog(long due, long failed, long ageSeconds) {}

    /** A refund that the provider has made. */
    record Made(long id, long orderId, String reference) {}

    /** Stores a refund, which is DUE. */
    @Transactional(propagation = Propagation.MANDATORY)
    @Insert("""
            INSERT INTO refund (charge_id, order_id, amount_cents, reason, next_attempt_at, created_at)
            VALUES (#{chargeId}, #{orderId}, #{amountCents}, #{reason}, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
            """)
    void insert(String chargeId, long orderId, long amountCents, RefundReason reason);

    /** Locks and returns refunds whose time has come, without those that another instance has locked. */
    @Transactional(propagation = Propagation.MANDATORY)
    @Select(REFUNDS + """
            WHERE state = 'DUE' AND next_attempt_at <= UTC_TIMESTAMP(3)
            ORDER BY next_attempt_at LIMIT #{limit} FOR UPDATE SKIP LOCKED
            """)
    List<Refund> lockDue(int limit);

    /** Counts an attempt of each refund. No other instance begins one before the lease has ended. */
    default void lease(List<Refund> locked, Duration lease) {
        MapperBatch.execute(this, locked, (refunds, refund) -> refunds.leaseOne(refund.id(), lease.toMillis()));
    }

    @Update("""
            UPDATE refund SET attempts = attempts + 1,
                next_attempt_at = UTC_TIMESTAMP(3) + INTERVAL #{millis} * 1000 MICROSECOND
            WHERE id = #{id}
            """)
    void leaseOne(long id, long millis);

    /** DUE or FAILED → REFUNDED, unless they were REFUNDED before. */
    @Transactional(propagation = Propagation.MANDATORY)
    default void markRefunded(List<Made> made) {
        MapperBatch.execute(this, made, RefundMapper::markOneRefunded);
    }

    @Update("""
            UPDATE refund SET state = 'REFUNDED', provider_reference = #{reference}, refunded_at = UTC_TIMESTAMP(3),
                last_error = NULL
            WHERE id = #{id} AND state <> 'REFUNDED'
            """)
    void markOneRefunded(Made made);

    /**
     * DUE → DUE after the pause, for a failed attempt. Returns 0 if another attempt has begun or succeeded
     * meanwhile.
     */
    @Update("""
            UPDATE refund SET last_error = #{error},
                next_attempt_at = UTC_TIMESTAMP(3) + INTERVAL #{pauseMillis} * 1000 MICROSECOND
            WHERE id = #{id} AND state = 'DUE' AND attempts = #{attempt}
            """)
    int postpone(long id, int attempt, String error, long pauseMillis);

    /** DUE → FAILED after the last attempt. Returns 0 if another attempt has begun or succeeded meanwhile. */
    @Update("""
            UPDATE refund SET state = 'FAILED', last_error = #{error}
            WHERE id = #{id} AND state = 'DUE' AND attempts = #{attempt}
            """)
    int fail(long id, int attempt, String error);

    /** DUE or FAILED → DUE, now and with no attempts. Returns 1, or 0 if it is REFUNDED or does not exist. */
    @Update("""
            UPDATE refund SET state = 'DUE', attempts = 0, next_attempt_at = UTC_TIMESTAMP(3)
            WHERE id = #{id} AND state <> 'REFUNDED'
            """)
    int tryAgain(long id);

    @Select(REFUNDS + "WHERE id = #{id}")
    Optional<Refund> find(long id);

    /** Returns refunds that are not made, newest first. */
    @Select(REFUNDS + "WHERE state IN ('DUE', 'FAILED') ORDER BY id DESC LIMIT #{limit}")
    List<Refund> unfinished(int limit);

    /** Returns refunds that are made, newest first. */
    @Select(REFUNDS + "WHERE state = 'REFUNDED' ORDER BY id DESC LIMIT #{limit}")
    List<Refund> finished(int limit);

    @Select("""
            SELECT COALESCE(SUM(state = 'DUE'), 0) AS due, COALESCE(SUM(state = 'FAILED'), 0) AS failed,
                   COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)), 0) AS age_seconds
            FROM refund WHERE state IN ('DUE', 'FAILED')
            """)
    Backlog backlog();
}
