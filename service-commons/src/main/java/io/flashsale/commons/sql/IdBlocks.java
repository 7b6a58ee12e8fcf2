package io.flashsale.commons.sql;

import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Claims blocks of ids from table {@code id_block}, which holds the last number that was given out.
 *
 * <p>Guarantees: no number is given out twice, and each is higher than all before it. A number is the second, since
 * 2025 and by the clock of the database, in which it was claimed, or one more than the last where that is higher. So it stays
 * unique when the clock is set back, and also when an older backup is restored, as long as not both happen.
 */
public final class IdBlocks {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    public IdBlocks(JdbcClient jdbc, TransactionTemplate transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** @throws org.springframework.dao.DataAccessException when the database is away; maybe a number is left out then */
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
