package io.flashsale.devstack.server.sql;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.Binaries;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A real MariaDB or MySQL on the loopback address.
 *
 * <p>It syncs each commit to the disk, as in production, and has no binary log unless it is {@linkplain
 * ReplicatedMariaDb replicated}. The user has all rights on databases whose names begin with {@code flashsale_}, and
 * no others.
 */
public abstract sealed class SqlServer extends ManagedProcess permits MariaDbServer, MySqlServer {

    /** The only account for clients. */
    public static final String USER = "flashsale";

    private static final Pattern VERSION = Pattern.compile(" Ver (\\S+) ");

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private final int port;
    private final String password;
    private int bufferPoolMegabytes = 128;
    private int redoLogMegabytes = 48;
    private OptionalInt pagesASecond = OptionalInt.empty();

    SqlServer(String name, ProcessDirectory home, int port, String password) {
        super(name, home);
        this.port = port;
        this.password = password;
    }

    /** The size of the buffer pool from the next start on; 128 MB by default. */
    public final SqlServer bufferPoolMegabytes(int megabytes) {
        bufferPoolMegabytes = megabytes;
        return this;
    }

    /**
     * The size of the redo log, from the next start on; 48 MB by default.
     *
     * <p>Many orders fill the default within seconds. When the log is full, writes wait until pages of tables
     * are on the disk. A larger one takes more disk, and a start after a crash reads it.
     *
     * @param pages how many pages it may write per second in the background
     */
    public final SqlServer redoLog(int megabytes, int pages) {
        redoLogMegabytes = megabytes;
        pagesASecond = OptionalInt.of(pages);
        return this;
    }

    public final String host() {
        return "127.0.0.1";
    }

    public final int port() {
        return port;
    }

    public final String user() {
        return USER;
    }

    public final String password() {
        return password;
    }

    /** The URL for MySQL's driver, with either server. The first connection creates the database. */
    public String jdbcUrl(String schema) {
        return SqlDatabase.jdbcUrl(host(), port, schema);
    }

    /**
     * A database that no other test has, in this or any other build: {@code flashsale_<purpose>_<unique>}. Needs
     * MySQL's driver.
     *
     * <p>Its default character set is latin1, as somebody's existing database may have it: tables must name their own.
     *
     * @throws ServerFailedException if it cannot be made
     */
    public final SqlDatabase freshSchema(String purpose) {
        SqlDatabase fresh = schema(
                "flashsale_" + purpose.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_") + "_" + uniqueName());
        try (Connection connection = DriverManager.getConnection(fresh.jdbcUrl(), fresh.user(), fresh.password());
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER DATABASE CHARACTER SET latin1");
            return fresh;
        } catch (SQLException fault) {
            throw new ServerFailedException(name() + ": " + fault.getMessage(), fault);
        }
    }

    /** The pid and a counter; the random digits protect against a later JVM with the same pid. */
    private static String uniqueName() {
        return Long.toString(ProcessHandle.current().pid(), 36)
                + "_" + SCHEMAS.incrementAndGet()
                + Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36, 36 * 36 * 36), 36);
    }

    /** A database by its name, which must begin with {@code flashsale_}. */
    public final SqlDatabase schema(String schema) {
        return new SqlDatabase(schema, jdbcUrl(schema), user(), password);
    }

    /** @throws ServerFailedException if there is none for this machine */
    abstract Path executable();

    /** As the program says it, such as {@code 8.0.31} or {@code 11.4.5-MariaDB}; empty if it does not run. */
    static Optional<String> version(Path program) {
        String line = Binaries.version(program, "--no-defaults", "--version");
        return VERSION.matcher(line).results().map(found -> found.group(1)).findFirst();
    }

    @Override
    public final String remark() {
        return Binaries.remark(executable());
    }

    /** Creates the system tables in an empty data directory. */
    abstract void initialize(Path data) throws IOException;

    /** What the server calls the size of its redo log. */
    abstract String redoLogSetting();

    abstract List<String> flags();

    @Override
    protected final void prepare() throws IOException {
        Path data = data().resolve("data");
        Files.createDirectories(temporary());
        SecretFile.write(initFile(), accounts());
        Path done = data.resolveSibling("initialized");
        if (!Files.exists(done)) {
            // An interrupted first start leaves half of the system tables.
            Binaries.deleteTree(data);
            Binaries.copyTree(newDatabase(), data);
            Files.createFile(done);
        }
    }

    /**
     * A data directory with only the system tables, made once per user and version: making one takes seconds, a copy
     * does not.
     */
    private Path newDatabase() {
        Path program = executable();
        String version = version(program)
                .orElseThrow(() -> new ServerFailedException(program + " does not run on this machine."));
        return Binaries.unpacked(program.getFileName() + "-" + version + "-data", this::initialize);
    }

    /** The server runs this at each start before it accepts connections, so the password is always the given one. */
    String accounts() {
        String account = "'" + USER + "'@'%'";
        return """
                CREATE USER IF NOT EXISTS %1$s IDENTIFIED BY '%2$s';
                ALTER USER %1$s IDENTIFIED BY '%2$s';
                GRANT ALL PRIVILEGES ON `flashsale\\_%%`.* TO %1$s WITH GRANT OPTION;
                GRANT PROCESS, CREATE USER ON *.* TO %1$s;
                ALTER USER 'root'@'localhost' IDENTIFIED BY '%2$s';
                """.formatted(account, password);
    }

    /** A directory of its own: a server deletes all temporary tables in its directory at its start. */
    final Path temporary() {
        return data().resolve("tmp");
    }

    private Path initFile() {
        return data().resolve("accounts.sql");
    }

    @Override
    protected final List<String> command() {
        List<String> command = command(data().resolve("data"));
        command.addAll(List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                // Relative to the data directory: a socket path may have about 100 characters.
                "--socket=sql.sock",
                "--pid-file=" + data().resolve("server.pid"),
                "--init-file=" + initFile(),
                "--skip-name-resolve",
                "--skip-log-bin",
                "--performance-schema=OFF",
                "--max-connections=300",
                "--innodb-buffer-pool-size=" + bufferPoolMegabytes + "M",
                "--" + redoLogSetting() + "=" + redoLogMegabytes + "M",
                "--innodb-flush-log-at-trx-commit=1",
                "--character-set-server=utf8mb4",
                // Both servers know this collation, so both compare strings alike.
                "--collation-server=utf8mb4_unicode_ci",
                "--default-time-zone=+00:00"));
        pagesASecond.ifPresent(pages -> command.add("--innodb-io-capacity=" + pages));
        command.addAll(flags());
        return command;
    }

    @Override
    protected final Map<String, String> environment() {
        return Map.of("MALLOC_ARENA_MAX", "2"); // the C library would keep eight per processor
    }

    @Override
    protected final Map<Integer, String> ports() {
        return Map.of(port, "SQL");
    }

    /** The server speaks first: a packet header of four bytes, then the protocol version, 10. */
    @Override
    protected final boolean isReady() throws IOException {
        try (Socket socket = Ports.connect(port)) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.skipNBytes(4);
            return in.readUnsignedByte() == 10;
        }
    }

    private List<String> command(Path data) {
        List<String> command = new ArrayList<>(
                List.of(executable().toString(), "--no-defaults", "--datadir=" + data, "--tmpdir=" + temporary()));
        if (Platform.isRoot()) {
            command.add("--user=root");
        }
        return command;
    }

    /** Runs the server once for its own set-up. */
    final void createSystemTables(Path data, Path input, List<String> options) throws IOException {
        List<String> command = command(data);
        command.addAll(options);
        runOnce(command, input, "could not create its system tables");
    }
}
