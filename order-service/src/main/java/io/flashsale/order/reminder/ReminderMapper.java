package io.flashsale.order.reminder;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import java.util.Collection;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The rows of table {@code sale_reminder}: who asked to be reminded of which sale, and has not been yet. */
@Mapper
interface ReminderMapper {

    /** Has the reminders of this account be added one after the other, until the transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    @Select("SELECT id FROM account WHERE id = #{userId} FOR UPDATE")
    @Nullable
    Long lockAccount(long userId);

    @Select("SELECT COUNT(*) FROM sale_reminder WHERE user_id = #{userId}")
    int countOfUser(long userId);

    @Select("SELECT EXISTS (SELECT 1 FROM sale_reminder WHERE sale_id = #{saleId} AND user_id = #{userId})")
    boolean exists(long saleId, long userId);

    /** Adds it; changes nothing if it exists. */
    @Insert("""
            INSERT INTO sale_reminder (sale_id, user_id, asked_at) VALUES (#{saleId}, #{userId}, UTC_TIMESTAMP(3))
            ON DUPLICATE KEY UPDATE user_id = user_id
            """)
    void add(long saleId, long userId);

    @Delete("DELETE FROM sale_reminder WHERE sale_id = #{saleId} AND user_id = #{userId}")
    void remove(long saleId, long userId);

    /** The sales with reminders and a greater id, lowest first. Its cost does not depend on the number of shoppers. */
    @Select("""
            SELECT DISTINCT sale_id FROM sale_reminder WHERE sale_id > #{saleId} ORDER BY sale_id LIMIT #{limit}
            """)
    List<Long> salesAfter(long saleId, int limit);

    /** Locks shoppers of the sale, without those that another instance has locked. */
    @Transactional(propagation = Propagation.MANDATORY)
    @Select("""
            SELECT user_id FROM sale_reminder WHERE sale_id = #{saleId}
            ORDER BY user_id LIMIT #{limit} FOR UPDATE SKIP LOCKED
            """)
    List<Long> lock(long saleId, int limit);

    /** @param ids of shoppers, at least one */
    @Transactional(propagation = Propagation.MANDATORY)
    @Delete("<script>DELETE FROM sale_reminder WHERE sale_id = #{saleId} AND user_id " + IN_IDS + "</script>")
    void removeAll(long saleId, Collection<Long> ids);
}
