package io.flashsale.devstack.launcher;

import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;

/**
 * Starts a MariaDB and a Redis for a shop of others, as docs/judged-peers.md says: {@code FOLDER SCHEMA [SQL-FILE
 * [REDIS-PASSWORD]]}. Writes their addresses to {@code FOLDER/servers}. Starts a Redis that was killed again.
 */
final class PeerServers {

    private PeerServers() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Files.createDirectories(folder);
        try (DevStack stack =
                DevStack.in(folder.resolve("stack")).mariaDb().redis().start()) {
            SqlDatabase database = stack.database().schema("flashsale_" + arguments[1]);
            if (arguments.length > 2 && !arguments[2].isEmpty()) {
                load(database, Files.readString(Path.of(arguments[2])));
            }
            String password = arguments.length > 3 ? arguments[3] : "";
            protect(stack, password);
            Files.writeString(folder.resolve("servers"), """
                    export SHOP_JDBC='%s'
                    export SHOP_DB_USER=%s
                    export SHOP_DB_PASSWORD=%s
                    export SHOP_REDIS=redis://%s127.0.0.1:%d
                    export SHOP_REDIS_PORT=%d
                    """.formatted(
                            database.jdbcUrl(),
                            database.user(),
                            database.password(),
                            password.isEmpty() ? "" : ":" + password + "@",
                            stack.redis().port(),
                            stack.redis().port()));
            System.out.println("Servers run; see " + folder.resolve("servers"));
            while (true) {
                Thread.sleep(Duration.ofSeconds(1));
                if (!stack.redis().isRunning()) {
                    stack.redis().start();
                    protect(stack, password);
                }
            }
        }
    }

    private static void protect(DevStack stack, String password) {
        if (!password.isEmpty()) {
            stack.redis().set("requirepass", password);
        }
    }

    private static void load(SqlDatabase database, String statements) throws Exception {
        String url = database.jdbcUrl() + "&allowMultiQueries=true";
        try (Connection connection = DriverManager.getConnection(url, database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
            statement.execute(statements);
        }
    }
}
