package io.flashsale.auditor.source;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.util.EnumSet;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads from a database. */
public final class ReadOnlyDatabase {

    /** Makes MySQL's driver stream rows, so that it never holds a large result as a whole. */
    private static final int STREAMING = Integer.MIN_VALUE;

    private final Source source;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate snapshot;

    public ReadOnlyDatabase(Source source, DataSource dataSource) {
        this.source = source;
        this.jdbc = new JdbcTemplate(dataSource);
        this.jdbc.setFetchSize(STREAMING);
        this.snapshot = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        this.snapshot.setReadOnly(true);
        this.snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    }

    /**
     * A pool that opens its first connection on demand, so that an audit starts without the servers. The caller
     * closes it.
     */
    public static HikariDataSource pool(String name, DatabaseAccess where) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName(name);
        pool.setJdbcUrl(where.url());
        pool.setUsername(where.username());
        pool.setPassword(where.password());
        pool.setReadOnly(true);
        pool.setMaximumPoolSize(4);
        pool.setMinimumIdle(0);
        pool.setConnectionTimeout(Source.TIMEOUT.toMillis());
        pool.setInitializationFailTimeout(-1);
        pool.addDataSourceProperty("connectTimeout", Long.toString(Source.TIMEOUT.toMillis()));
        pool.addDataSourceProperty("socketTimeout", "60000");
        return pool;
    }

    /** @param sql begins with {@code SELECT COUNT(*)} */
    long count(String sql, Object... arguments) {
        return atOneMoment(jdbc -> Objects.requireNonNull(jdbc.queryForObject(sql, Long.class, arguments)));
    }

    /** The constant of that name, or {@code unknown} for a value that the auditor does not know. */
    public static <E extends Enum<E>> E named(String name, E unknown) {
        return EnumSet.allOf(unknown.getDeclaringClass()).stream()
                .filter(constant -> constant.name().equals(name))
                .findFirst()
                .orElse(unknown);
    }

    /**
     * Reads the state at the first statement (in a REPEATABLE READ transaction of InnoDB).
     *
     * @throws SourceUnavailableException when the database does not answer, or its tables are missing
     */
    public <T> T atOneMoment(Function<JdbcTemplate, T> reading) {
        try {
            return snapshot.execute(status -> reading.apply(jdbc));
        } catch (DataAccessException | TransactionException fault) {
            throw new SourceUnavailableException(source, fault);
        }
    }
}
