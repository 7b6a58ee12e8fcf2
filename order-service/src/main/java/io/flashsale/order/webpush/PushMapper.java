package io.flashsale.order.webpush;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.contracts.message.MessageForShopper;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Tables {@code push_subscription} and {@code push_due}: which browsers get pushes, and which messages they still lack. */
@Mapper
interface PushMapper {

    /** A message that is due at a browser. @param attempts those before and this one, once it is leased */
    record Due(long messageId, long subscriptionId, int attempts) {}

    /** What a push needs. */
    record Push(
            String endpoint,
            String p256dh,
            String auth,
            long messageId,
            MessageForShopper.Kind kind,
            long saleId,
            @Nullable Long orderId,
            String title,
            @Nullable Instant at) {}

    /** Stores it; a browser that is known already now belongs to this shopper. */
    @Insert("""
            INSERT INTO push_subscription (user_id, endpoint_hash, endpoint, p256dh, auth, created_at)
            VALUES (#{userId}, #{hash}, #{subscription.endpoint}, #{subscription.p256dh}, #{subscription.auth},
                    UTC_TIMESTAMP(3))
            ON DUPLICATE KEY UPDATE user_id = #{userId}, p256dh = #{subscription.p256dh}, auth = #{subscription.auth},
                created_at = UTC_TIMESTAMP(3)
            """)
    void subscribe(long userId, String hash, PushSubscription subscription);

    /** Deletes a shopper's oldest subscriptions, so that this many are left. */
    @Delete("""
            DELETE FROM push_subscription WHERE user_id = #{userId} AND id NOT IN (SELECT id FROM (
                SELECT id FROM push_subscription WHERE user_id = #{userId} ORDER BY created_at DESC, id DESC LIMIT #{kept}
            ) newest)
            """)
    void deleteOldest(long userId, int kept);

    @Delete("DELETE FROM push_subscription WHERE user_id = #{userId}")
    void unsubscribeAll(long userId);

    @Delete("DELETE FROM push_subscription WHERE id = #{id}")
    void unsubscribe(long id);

    /**
     * Those of the shoppers who have a subscription.
     *
     * @param ids at least one
     */
    @Select("<script>SELECT DISTINCT user_id FROM push_subscription WHERE user_id " + IN_IDS + "</script>")
    Set<Long> subscribersAmong(Collection<Long> ids);

    /** Notes that these messages, which are stored in this transaction, are due at each browser of their shoppers. */
    @Transactional(propagation = Propagation.MANDATORY)
    default void due(Collection<MessageForShopper> messages) {
        MapperBatch.execute(this, messages, PushMapper::dueOne);
    }

    @Insert("""
            INSERT IGNORE INTO push_due (message_id, subscription_id, next_attempt_at)
            SELECT m.id, s.id, UTC_TIMESTAMP(3) FROM message m JOIN push_subscription s ON s.user_id = m.user_id
            WHERE m.user_id = #{userId} AND m.kind = #{kind} AND m.message_key = #{key}
            """)
    void dueOne(MessageForShopper message);

    /** Locks and returns what is due now, without what another instance has locked. */
    @Transactional(propagation = Propagation.MANDATORY)
    @Select("""
            SELECT message_id, subscription_id, attempts FROM push_due WHERE next_attempt_at <= UTC_TIMESTAMP(3)
            ORDER BY next_attempt_at LIMIT #{limit} FOR UPDATE SKIP LOCKED
            """)
    List<Due> lockDue(int limit);

    /** Counts an attempt of each. No other instance begins one before the lease has ended. */
    default void lease(List<Due> locked, Duration lease) {
        MapperBatch.execute(this, locked, (rows, due) -> rows.postpone(due, due.attempts() + 1, lease.toMillis()));
    }

    @Update("""
            UPDATE push_due SET attempts = #{attempts},
                next_attempt_at = UTC_TIMESTAMP(3) + INTERVAL #{millis} * 1000 MICROSECOND
            WHERE message_id = #{due.messageId} AND subscription_id = #{due.subscriptionId}
            """)
    void postpone(Due due, int attempts, long millis);

    /** Empty if the subscription is gone. */
    @Select("""
            SELECT s.endpoint, s.p256dh, s.auth, m.id AS message_id, m.kind, m.sale_id, m.order_id, m.title,
                   m.happens_at AS at
            FROM push_due d JOIN push_subscription s ON s.id = d.subscription_id JOIN message m ON m.id = d.message_id
            WHERE d.message_id = #{messageId} AND d.subscription_id = #{subscriptionId} AND s.user_id = m.user_id
            """)
    Optional<Push> find(Due due);

    @Delete("DELETE FROM push_due WHERE message_id = #{messageId} AND subscription_id = #{subscriptionId}")
    void done(Due due);
}
