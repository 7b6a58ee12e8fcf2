package io.flashsale.locklab.database;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.sql.MariaDbServer;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.locklab.scenario.Backend;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A MariaDB that syncs each commit to the disk; the schemes make their tables in it. */
public final class LabDatabase implements Backend {

    public static final Kind<LabDatabase> KIND = new Kind<>(LabDatabase.class, LabDatabase::new);

    private static final String SCHEMA = "flashsale_lock_lab";

    private final MariaDbServer server;
    private final SqlDatabase database;
    private final JdbcClient sql;

    private LabDatabase(ProcessDirectory home) {
        server = MariaDbServer.further("lock-database", home);
        server.start();
        database = server.schema(SCHEMA);
        // A connection for each statement: none of them outlives the schema.
        sql = JdbcClient.create(new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()));
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "jdbc-url", database.jdbcUrl(), "jdbc-user", database.user(), "jdbc-password", database.password());
    }

    /** To look at what is stored, and to change it behind the schemes' backs. */
    public JdbcClient sql() {
        return sql;
    }

    /** Transactions that wait for a row which another one has locked. */
    public int waitingForRows() {
        return sql.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                .query(Integer.class)
                .single();
    }

    @Override
    public void reset() {
        server.start();
        sql.sql("DROP DATABASE IF EXISTS " + SCHEMA).update();
        sql.sql("CREATE DATABASE IF NOT EXISTS " + SCHEMA).update();
    }

    /** Statements that read or change rows, as the server counts them. */
    @Override
    public long commands() {
        return sql
                .sql(
                        "SHOW GLOBAL STATUS WHERE Variable_name IN"
                                + " ('Com_select', 'Com_insert', 'Com_insert_select', 'Com_update', 'Com_delete', 'Com_replace')")
                .query((row, number) -> row.getLong(2))
                .list()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Override
    public void close() {
        server.stop();
    }
}
