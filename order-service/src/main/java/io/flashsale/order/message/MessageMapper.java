package io.flashsale.order.message;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.contracts.message.MessageForShopper;
import java.util.Collection;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The rows of table {@code message}. */
@Mapper
interface MessageMapper {

    /** Stores those that are not stored yet. */
    @Transactional(propagation = Propagation.MANDATORY)
    default void add(Collection<MessageForShopper> messages) {
        MapperBatch.execute(this, messages, MessageMapper::addOne);
    }

    @Insert("""
            INSERT INTO message
                (user_id, kind, message_key, sale_id, order_id, title, amount_cents, happens_at, created_at)
            VALUES (#{userId}, #{kind}, #{key}, #{saleId}, #{orderId}, #{title}, #{amountCents}, #{at},
                    UTC_TIMESTAMP(3))
            ON DUPLICATE KEY UPDATE id = id
            """)
    void addOne(MessageForShopper message);

    /**
     * A shopper's messages, newest first.
     *
     * @param before only messages with a lower id
     */
    @Select("""
            SELECT id, kind, sale_id, order_id, title, amount_cents, happens_at AS at, created_at, seen FROM message
            WHERE user_id = #{userId} AND id < #{before} ORDER BY id DESC LIMIT #{limit}
            """)
    List<Message> ofUser(long userId, long before, int limit);

    /** How many messages no page has shown yet; counts to the limit. */
    @Select("""
            SELECT COUNT(*) FROM
                (SELECT 1 FROM message WHERE user_id = #{userId} AND seen = FALSE LIMIT #{limit}) unseen
            """)
    int unseen(long userId, int limit);

    /**
     * Notes that a page has shown these messages, as far as they are the shopper's.
     *
     * @param ids at least one
     */
    @Update("<script>UPDATE message SET seen = TRUE WHERE user_id = #{userId} AND seen = FALSE AND id " + IN_IDS
            + "</script>")
    void markSeen(long userId, Collection<Long> ids);
}
