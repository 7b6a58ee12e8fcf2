package io.flashsale.locklab.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionTemplate;

/** A worker's database access: a connection pool, single statements and transactions. */
public final class Database implements AutoCloseable {

    /** The setting for the size of the pool. */
    public static final String POOL = "pool";

    /** The setting for the wait for a connection, in milliseconds; the pool's minimum is 250. */
    public static final String POOL_TIMEOUT = "pool-timeout";

    private final HikariDataSource pool;
    private final JdbcClient sql;
    private final DataSourceTransactionManager manager;

    public Database(SchemeContext context) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(context.setting("jdbc-url"));
        config.setUsername(context.setting("jdbc-user"));
        config.setPassword(context.setting("jdbc-password"));
        config.setMaximumPoolSize(Integer.parseInt(context.setting(POOL, "16")));
        config.setMinimumIdle(0); // no connection is opened beside a scenario, whose statements are counted
        config.setConnectionTimeout(Long.parseLong(context.setting(POOL_TIMEOUT, "30000")));
        pool = new HikariDataSource(config);
        DataSource traced = new TracedDataSource(pool);
        sql = JdbcClient.create(traced);
        manager = new DataSourceTransactionManager(traced);
    }

    /** Prepares a statement, which runs in the open transaction, or else in one of its own. */
    public JdbcClient.StatementSpec sql(String statement) {
        return sql.sql(statement);
    }

    /** Commits when the work returns and rolls back when it throws. */
    public <T> T inTransaction(Supplier<T> work) {
        T result = new TransactionTemplate(manager).execute(transaction -> work.get());
        if (result == null) {
            throw new IllegalStateException("a transaction has no result");
        }
        return result;
    }

    /** What Spring makes of a bean: a proxy that begins and ends a transaction around {@code @Transactional} methods. */
    public <T> T transactional(Class<T> type, T bean) {
        ProxyFactory proxies = new ProxyFactory(bean);
        proxies.addAdvice(new TransactionInterceptor(manager, new AnnotationTransactionAttributeSource()));
        return type.cast(proxies.getProxy());
    }

    @Override
    public void close() {
        pool.close();
    }
}
