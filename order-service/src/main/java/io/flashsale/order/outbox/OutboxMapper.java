package io.flashsale.order.outbox;

import io.flashsale.commons.sql.MapperBatch;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** The rows of table {@code outbox}. */
@Mapper
interface OutboxMapper {

    record NewMessage(String topic, String messageKey, String payload) {}

    record Message(long id, String topic, String messageKey, String payload) {}

    /** @param ageSeconds age of the oldest message; 0 if there is none */
    record Backlog(long length, long ageSeconds) {}

    default void insert(List<NewMessage> messages) {
        MapperBatch.execute(this, messages, OutboxMapper::insertOne);
    }

    @Insert("""
            INSERT INTO outbox (topic, message_key, payload, created_at)
            VALUES (#{topic}, #{messageKey}, #{payload}, UTC_TIMESTAMP(3))
            """)
    void insertOne(NewMessage message);

    /**
     * Locks and returns the oldest messages of a range, without those that another transaction has locked.
     *
     * @param after the range begins with the next id
     * @param last its last id
     */
    @Select("""
            SELECT id, topic, message_key, payload FROM outbox WHERE id > #{after} AND id <= #{last}
            ORDER BY id LIMIT #{limit} FOR UPDATE SKIP LOCKED
            """)
    List<Message> lock(long after, long last, int limit);

    /** The ids of all messages up to this one, also of those that are locked. */
    @Select("SELECT id FROM outbox WHERE id <= #{last}")
    Set<Long> idsUpTo(long last);

    /**
     * Deletes row by row, to avoid deadlocks. For a list of ids, MySQL may scan the table and wait for rows that
     * another instance has locked, while the other waits for ours. It would then roll back one of the two
     * transactions, and that batch would be sent again.
     */
    default void delete(List<Message> sent) {
        MapperBatch.execute(this, sent, (outbox, message) -> outbox.deleteOne(message.id()));
    }

    @Delete("DELETE FROM outbox WHERE id = #{id}")
    void deleteOne(long id);

    @Select("""
            SELECT COUNT(*) AS length,
                   COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)), 0) AS age_seconds
            FROM outbox
            """)
    Backlog backlog();
}
