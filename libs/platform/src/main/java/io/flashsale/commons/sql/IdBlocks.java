package io.flashsale.commons.sql;

import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Claims blocks of ids from table {@code id_block}, which holds the last number given out.
 *
 * <p>Guarantees: no number is given out twice, and each is higher than all before it. A number is the time of its
 * claim in seconds since 2025, by the database's clock. If that is not higher than the last number, it is the last
 * one plus one. So numbers stay unique when the clock is set back, or when an older backup is restored. They do
 * not when both happen, nor when a fail-over loses one of two claims of the same second and ends within it.
 */
public final class IdBlocks {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    public IdBlocks(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        // If it were the caller's, its roll-back would take the number back, and it would be given out once more.
        transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
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
