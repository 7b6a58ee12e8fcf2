package io.flashsale.accounts.session;

import io.flashsale.contracts.session.EndedSessionList.Ended;
import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** The rows of table {@code ended_session}. */
@Mapper
interface EndedSessionMapper {

    /** Stores the row; changes nothing if it exists. */
    @Insert("""
            INSERT INTO ended_session (account_id, token_id, below_version, ended_at, expires_at)
            VALUES (#{accountId}, #{tokenId}, #{belowVersion}, UTC_TIMESTAMP(3), #{expiresAt})
            ON DUPLICATE KEY UPDATE account_id = account_id
            """)
    void add(long accountId, @Nullable String tokenId, @Nullable Integer belowVersion, Instant expiresAt);

    /**
     * Returns sessions that ended since then and whose tokens a service may still accept, oldest first.
     *
     * @param id only rows with a greater one
     */
    @Select("""
            SELECT id, account_id, token_id, below_version, expires_at FROM ended_session
            WHERE id > #{id} AND ended_at >= #{since} AND expires_at > UTC_TIMESTAMP(3)
            ORDER BY id LIMIT #{limit}
            """)
    List<Ended> since(Instant since, long id, int limit);

    @Select("SELECT UTC_TIMESTAMP(3)")
    Instant now();

    /** Deletes rows whose tokens have expired everywhere. */
    @Delete("DELETE FROM ended_session WHERE expires_at <= UTC_TIMESTAMP(3) LIMIT 1000")
    int deleteExpired();
}
