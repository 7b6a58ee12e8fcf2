package io.flashsale.commons.sql;

import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Claims blocks of ids from table {@code id_block}, which holds the last number given out.
 *
 * <p>Guarantees: no number is given out twice, and each is higher than all before it. A number is the time of its
 * claim in seconds since 2025, by the database's clock. If that is not higher than the last number, it is the last
 * one plus one. So numbers stay unique when the clock is set back, or when an older backup is restored, but not
 * when both happen.
 */
public final class IdBlocks {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    public IdBlocks(JdbcClient jdbc, TransactionTemplate transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** @throws org.springframework.dao.DataAccessException when the database is down; a number may then be skipped */
    public long claim() {
        // In one transaction, because LAST_INSERT_ID belongs to the connection.
        return Objects.requireNonNull(transaction.execute(status -> {
            jdbc.sql("UPDATE id_block SET last_block = LAST_INSERT_ID(GREATEST(last_block + 1,"
                            + " TIMESTAMPDIFF(SECOND, '2025-01-01 00:00:00', UTC_TIMESTAMP())))")
                    .update();
            return jdbc.sql("SELECT LAST_INSERT_ID()").query(Long.class).single();
        }));
    }
}
