package io.flashsale.devstack.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Checks what MariaDB and MySQL must do alike. */
public final class SqlRoundTrip {

    private SqlRoundTrip() {}

    public static void keepsCommittedRowsOverKill(SqlServer server) throws SQLException {
        SqlDatabase database = server.freshSchema("round trip");
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE sold (id INT PRIMARY KEY, name VARCHAR(20)) CHARACTER SET utf8mb4");
            statement.execute("INSERT INTO sold VALUES (1, '秒杀 🎉')");
        }

        server.kill();
        assertThat(server.isRunning()).isFalse();
        server.start();

        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT name, @@time_zone, @@innodb_flush_log_at_trx_commit, @@log_bin FROM sold")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("秒杀 🎉");
            assertThat(rows.getString(2)).isIn("+00:00", "UTC");
            assertThat(rows.getInt(3)).isEqualTo(1);
            assertThat(rows.getInt(4)).isZero();
        }
    }

    public static void refusesForeignSchemas(SqlServer server) {
        assertThatThrownBy(() -> connect(server.schema("mysql")).close()).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> connect(server.schema("somebody_else")).close())
                .isInstanceOf(SQLException.class);
    }

    private static Connection connect(SqlDatabase database) throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }
}
