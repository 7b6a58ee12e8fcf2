package io.flashsale.commons.adminchange;

import io.flashsale.commons.adminchange.AdminChange.Items;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** Accesses table {@code admin_change} of a service. We never delete from it. */
public final class AdminChanges {

    private static final int MAX_LIMIT = 500;

    private final JdbcClient jdbc;

    AdminChanges(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** What is known before the change. */
    record Asked(long accountId, String username, String address, String correlationId, String method, String path) {}

    /** Records the request for a change; the record is durable when this returns. */
    long begin(Asked asked) {
        GeneratedKeyHolder id = new GeneratedKeyHolder();
        jdbc.sql("""
            INSERT INTO admin_change (changed_at, account_id, username, address, correlation_id, method, path)
            VALUES (UTC_TIMESTAMP(3), ?, ?, ?, ?, ?, ?)
            """)
                .params(
                        asked.accountId(),
                        asked.username(),
                        asked.address(),
                        asked.correlationId(),
                        asked.method(),
                        asked.path())
                .update(id, "id");
        return Objects.requireNonNull(id.getKey()).longValue();
    }

    /** Records the answer. */
    void end(long id, String body, int status) {
        jdbc.sql("UPDATE admin_change SET body = ?, status = ? WHERE id = ?")
                .params(body, status, id)
                .update();
    }

    /**
     * The latest changes, newest first.
     *
     * @throws ProblemException if the limit is not 1 to 500
     */
    Items latest(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "limit is 1 to " + MAX_LIMIT + ".");
        }
        return new Items(jdbc.sql("""
            SELECT id, changed_at, account_id, username, address, correlation_id, method, path, body, status
            FROM admin_change ORDER BY id DESC LIMIT ?
            """).param(limit).query(AdminChanges::row).list());
    }

    private static AdminChange row(ResultSet row, int n) throws SQLException {
        @Nullable Integer status = row.getObject("status", Integer.class);
        return new AdminChange(
                row.getLong("id"),
                row.getObject("changed_at", LocalDateTime.class).toInstant(ZoneOffset.UTC),
                row.getLong("account_id"),
                row.getString("username"),
                row.getString("address"),
                row.getString("correlation_id"),
                row.getString("method"),
                row.getString("path"),
                row.getString("body"),
                status);
    }
}
