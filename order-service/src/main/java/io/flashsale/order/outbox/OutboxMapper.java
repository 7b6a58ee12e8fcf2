package io.flashsale.order.outbox;

import io.flashsale.commons.sql.MapperBatch;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** The rows of table {@code outbox}. */
@Mapper
interface OutboxMapper {

    /** A message that is to be sent. */
    record NewMessage(String topic, String messageKey, String payload) {}

    /** A row. */
    record Message(long id, String topic, String messageKey, String payload) {}

    /** @param ageSeconds of the oldest message; 0 if there is none */
    record Backlog(long length, long ageSeconds) {}

    default void insert(List<NewMessage> messages) {
        MapperBatch.execute(this, messages, OutboxMapper::insertOne);
    }

    @Insert("""
            INSERT INTO outbox (topic, message_key, payload, created_at)
            VALUES (#{topic}, #{messageKey}, #{payload}, UTC_TIMESTAMP(3))
            """)
    void insertOne(NewMessage message);

    /** The oldest, locked; those that another instance has locked are left out. */
    @Select("SELECT id, topic, message_key, payload FROM outbox ORDER BY id LIMIT #{limit} FOR UPDATE SKIP LOCKED")
    List<Message> lockOldest(@Param("limit") int limit);

    /**
     * Row by row: for a list of ids the server may scan the table, and then waits for rows that another instance has
     * locked while that one waits for ours. One of the two would be rolled back, and its batch sent again.
     */
    default void delete(List<Message> sent) {
        MapperBatch.execute(this, sent, (outbox, message) -> outbox.deleteOne(message.id()));
    }

    @Delete("DELETE FROM outbox WHERE id = #{id}")
    void deleteOne(@Param("id") long id);

    @Select("""
            SELECT COUNT(*) AS length,
                   COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)), 0) AS age_seconds
            FROM outbox
            """)
    Backlog backlog();
}
