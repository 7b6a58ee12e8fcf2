package io.flashsale.devstack.server.sql;

import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/**
 * One of two MariaDB servers: a primary and its replica, with semi-synchronous replication ({@code AFTER_SYNC}).
 *
 * <p>Guarantees that the replica has received each commit that the primary has answered or shows to anyone. Does not
 * guarantee where a commit is that was not answered: nowhere, on both, or only on a primary that died.
 *
 * <p>Every start makes it read-only for clients, so that an old primary that comes back takes no changes. Needs MySQL's
 * driver.
 */
public final class ReplicatedMariaDb extends MariaDbServer {

    /** The account of replication and of the statements below; read-only does not apply to it. */
    private static final String OPERATOR = "operator";

    private final int advertisedPort;

    /** @param advertisedPort of a line to the primary, for all clients */
    public ReplicatedMariaDb(String name, ProcessDirectory home, int port, String password, int advertisedPort) {
        super(name, home, port, password);
        this.advertisedPort = advertisedPort;
    }

    /** As in production, a connection makes no database: a read-only server would refuse such a connection. */
    @Override
    public String jdbcUrl(String schema) {
        return SqlDatabase.jdbcUrl(host(), advertisedPort, schema).replace("createDatabaseIfNotExist=true&", "");
    }

    /** Each server runs this itself: it is not replicated. */
    @Override
    String accounts() {
        return "SET sql_log_bin = 0;\n" + super.accounts() + """
                CREATE USER IF NOT EXISTS %1$s@'127.0.0.1' IDENTIFIED BY '%2$s';
                GRANT ALL PRIVILEGES ON *.* TO %1$s@'127.0.0.1';
                CREATE DATABASE IF NOT EXISTS flashsale_stock;
                CREATE DATABASE IF NOT EXISTS flashsale_order;
                CREATE DATABASE IF NOT EXISTS flashsale_coupon;
                """.formatted(OPERATOR, password());
    }

    @Override
    List<String> flags() {
        return Stream.concat(
                        super.flags().stream(),
                        Stream.of(
                                "--server-id=" + port(),
                                "--log-bin=binlog",
                                "--log-slave-updates",
                                "--sync-binlog=1",
                                "--binlog-format=ROW",
                                "--gtid-strict-mode=1",
                                "--read-only=1",
                                "--rpl-semi-sync-slave-enabled=1",
                                "--rpl-semi-sync-master-wait-point=AFTER_SYNC",
                                // An hour in milliseconds: afterwards, the primary would answer without its replica.
                                "--rpl-semi-sync-master-timeout=3600000"))
                .toList();
    }

    /**
     * Makes this server a replica of the primary, which answers no commit from now on that this one has not received.
     *
     * @param port of the primary, or of a line to it
     */
    public void replicate(ReplicatedMariaDb primary, int port) {
        primary.run("SET GLOBAL rpl_semi_sync_master_enabled = 1");
        run(
                "SET GLOBAL rpl_semi_sync_master_enabled = 0",
                """
                CHANGE MASTER TO MASTER_HOST = '%s', MASTER_PORT = %s, MASTER_USER = '%s', MASTER_PASSWORD = '%s',
                MASTER_SSL = 0, MASTER_USE_GTID = slave_pos, MASTER_DEMOTE_TO_SLAVE = 1
                """.formatted(primary.host(), port, OPERATOR, password()),
                "START SLAVE");
        if (!Pause.until(() -> query("SHOW SLAVE STATUS", "Slave_IO_Running").equals("Yes"), START_TIMEOUT, 20)) {
            throw new ServerFailedException(name() + ": " + query("SHOW SLAVE STATUS", "Last_IO_Error"));
        }
    }

    /** Refuses changes from now on. Returns when no commit is under way. */
    public void demote() {
        run("SET GLOBAL read_only = 1");
    }

    /** Applies all that it has received, and then takes changes. The old primary is not told: end or demote it first. */
    public void promote() {
        run("STOP SLAVE IO_THREAD");
        String received = query("SHOW SLAVE STATUS", "Gtid_IO_Pos");
        String applied = "SELECT MASTER_GTID_WAIT('" + received + "', " + START_TIMEOUT.toSeconds() + ") AS result";
        if (!query(applied, "result").equals("0")) {
            throw new ServerFailedException(name() + " has not applied " + received);
        }
        run("STOP SLAVE", "RESET SLAVE ALL", "SET GLOBAL read_only = 0");
    }

    private void run(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException fault) {
            throw new ServerFailedException(name() + ": " + fault.getMessage(), fault);
        }
    }

    /** This column of the first row; empty without rows. */
    private String query(String sql, String column) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(column) : "";
        } catch (SQLException fault) {
            throw new ServerFailedException(name() + ": " + fault.getMessage(), fault);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://" + host() + ":" + port() + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                OPERATOR,
                password());
    }
}
