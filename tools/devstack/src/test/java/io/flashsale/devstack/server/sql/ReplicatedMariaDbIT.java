package io.flashsale.devstack.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What semi-synchronous replication guarantees, and what it does not. */
@Tag("long")
class ReplicatedMariaDbIT {

    private static final Duration SOON = Duration.ofMinutes(10);
    private static final int READ_ONLY = 1290;

    @Test
    void commitThatTheReplicaLacksIsSeenByNobodyUntilTheDeadPrimaryComesBack() throws Exception {
        ProcessDirectory home = new ProcessDirectory(Scratch.directory("replicated"));
        home.claim(ProcessIdentity.current());
        ReplicatedMariaDb primary = started("primary", home);
        ReplicatedMariaDb replica = started("replica", home);
        primary.promote();
        try (TcpProxy line = TcpProxy.to(primary.port())) {
            replica.replicate(primary, line.port());
            execute(primary, "CREATE TABLE sold (id INT PRIMARY KEY)");
            execute(primary, "INSERT INTO sold VALUES (1)");
            requireReadOnly(replica);

            line.cut();
            CompletableFuture<Void> unanswered =
                    CompletableFuture.runAsync(() -> execute(primary, "INSERT INTO sold VALUES (2)"));
            await().atMost(SOON).until(() -> waitsForReplica(primary));
            assertThat(sold(primary)).containsExactly(1);
            primary.kill();
            assertThatThrownBy(unanswered::join).isInstanceOf(CompletionException.class);

            line.reset(); // what the cut line held back is lost
            line.heal();
            replica.promote();
            execute(replica, "INSERT INTO sold VALUES (3)");
            assertThat(sold(replica)).containsExactly(1, 3);
        }
        primary.start();
        assertThat(sold(primary)).containsExactly(1, 2);
        requireReadOnly(primary);
        home.endAll();
        home.release();
    }

    private static ReplicatedMariaDb started(String name, ProcessDirectory home) {
        int port = Ports.free();
        ReplicatedMariaDb server = new ReplicatedMariaDb(name, home, port, "secret", port);
        server.start();
        return server;
    }

    private static boolean waitsForReplica(ReplicatedMariaDb server) throws SQLException {
        return !ids(server, "information_schema.processlist WHERE state = 'Waiting for semi-sync ACK from slave'")
                .isEmpty();
    }

    private static List<Integer> sold(ReplicatedMariaDb server) throws SQLException {
        return ids(server, "sold ORDER BY id");
    }

    private static List<Integer> ids(ReplicatedMariaDb server, String from) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (Connection connection = connect(server);
                ResultSet rows = connection.createStatement().executeQuery("SELECT id FROM " + from)) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }

    private static void requireReadOnly(ReplicatedMariaDb server) {
        assertThatThrownBy(() -> execute(server, "DELETE FROM sold"))
                .hasCauseInstanceOf(SQLException.class)
                .cause()
                .extracting(refused -> ((SQLException) refused).getErrorCode())
                .isEqualTo(READ_ONLY);
    }

    private static void execute(ReplicatedMariaDb server, String sql) {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private static Connection connect(ReplicatedMariaDb server) throws SQLException {
        SqlDatabase stock = server.schema("flashsale_stock");
        return DriverManager.getConnection(stock.jdbcUrl(), stock.user(), stock.password());
    }
}
