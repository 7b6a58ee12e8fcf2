package io.flashsale.judge.shop;

import io.flashsale.judge.adapter.Placeholders;
import io.flashsale.judge.adapter.ShopAdapter;
import io.flashsale.judge.adapter.ShopAdapter.ShopDatabase;
import io.flashsale.loadtest.CannotMeasureException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** The shop's database and Redis. Connects on first use, and again after {@link #close}. Of one thread. */
public final class ShopStores implements AutoCloseable {

    /** Between statements: a semicolon with an even number of quotes before the end of its line. */
    private static final Pattern SEMICOLON = Pattern.compile(";(?=(?:[^'\\n]*'[^'\\n]*')*[^'\\n]*(?:\\n|$))");

    /** The words of a Redis command; quotes keep spaces. */
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private static final int TIMEOUT_SECONDS = 30;

    private final ShopDatabase database;
    private final @Nullable String redisUrl;
    private @Nullable Connection connection;
    private @Nullable Jedis redis;

    public ShopStores(ShopAdapter adapter) {
        this(adapter.database(), adapter.redis());
    }

    public ShopStores(ShopDatabase database, @Nullable String redisUrl) {
        this.database = database;
        this.redisUrl = redisUrl;
    }

    /** Runs the statements of a step in one transaction, once for each of these values. */
    public void change(String statements, List<Placeholders> each, String place) {
        Connection open = connected();
        try (Statement statement = open.createStatement()) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            open.setAutoCommit(false);
            for (Placeholders values : each) {
                for (String one : SEMICOLON.split(statements)) {
                    if (!one.isBlank()) {
                        statement.execute(values.fillCommand(one.strip(), place));
                    }
                }
            }
            open.commit();
            open.setAutoCommit(true);
        } catch (SQLException e) {
            close();
            throw failed(place, e);
        }
    }

    /** The rows of a query; names of columns are in lower case. */
    public List<Map<String, String>> rows(String query, Placeholders values, String place) {
        return rows(query, values, place, columns -> {});
    }

    /** The same; the columns are tested also if there is no row. */
    public List<Map<String, String>> rows(
            String query, Placeholders values, String place, Consumer<List<String>> columnTest) {
        try (Statement statement = connected().createStatement()) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            ResultSet rows = statement.executeQuery(values.fillCommand(query, place));
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                columns.add(rows.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
            }
            columnTest.accept(columns);
            List<Map<String, String>> all = new ArrayList<>();
            while (rows.next()) {
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < columns.size(); i++) {
                    row.put(columns.get(i), Objects.requireNonNullElse(rows.getString(i + 1), ""));
                }
                all.add(row);
            }
            return all;
        } catch (SQLException e) {
            close();
            throw failed(place, e);
        }
    }

    /** Returns the only number of a query. */
    public long number(String query, Placeholders values, String place) {
        List<Map<String, String>> rows = rows(query, values, place);
        if (rows.size() != 1 || rows.getFirst().size() != 1) {
            throw new CannotMeasureException("%s: the query returned %d rows%s instead of one number."
                    .formatted(
                            place,
                            rows.size(),
                            rows.isEmpty() ? "" : " of " + rows.getFirst().size() + " columns"));
        }
        return asNumber(rows.getFirst().values().iterator().next(), place);
    }

    /** Sends the commands, one a line. */
    public void command(String commands, Placeholders values, String place) {
        commands.lines().filter(line -> !line.isBlank()).forEach(line -> send(line, values, place));
    }

    /** Returns the number that a Redis command answers. */
    public long redisNumber(String command, Placeholders values, String place) {
        Object answer = send(command.strip(), values, place);
        return asNumber(
                answer instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(answer),
                place);
    }

    private Object send(String command, Placeholders values, String place) {
        List<byte[]> words = new ArrayList<>();
        for (Matcher word = WORD.matcher(command); word.find(); ) {
            String text = Stream.of(word.group(1), word.group(2), word.group(3))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("");
            words.add(values.fillCommand(text, place).getBytes(StandardCharsets.UTF_8));
        }
        try {
            Jedis open = redis;
            if (open == null) {
                open = new Jedis(URI.create(String.valueOf(redisUrl)), 5_000);
                redis = open;
            }
            byte[] name = words.removeFirst();
            return open.sendCommand(() -> name, words.toArray(byte[][]::new));
        } catch (JedisException | IllegalArgumentException e) {
            close();
            throw new CannotMeasureException("%s: Redis: %s".formatted(place, e.getMessage()), e);
        }
    }

    private static long asNumber(String text, String place) {
        try {
            return new BigDecimal(text.strip()).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new CannotMeasureException("%s: it returned '%s' instead of a number.".formatted(place, text), e);
        }
    }

    private Connection connected() {
        Connection open = connection;
        if (open == null) {
            Properties properties = new Properties();
            properties.setProperty("user", Objects.requireNonNullElse(database.user(), ""));
            properties.setProperty("password", Objects.requireNonNullElse(database.password(), ""));
            properties.setProperty("connectTimeout", "5000");
            try {
                // MySQL's driver speaks to MariaDB, too.
                open = DriverManager.getConnection(
                        database.url().replaceFirst("^jdbc:mariadb:", "jdbc:mysql:"), properties);
            } catch (SQLException e) {
                String where = database.url().replaceFirst("^.*(//|@)([^/?@]*).*$", "$2");
                throw new CannotMeasureException("database at %s: %s".formatted(where, oneLine(e)), e);
            }
            connection = open;
        }
        return open;
    }

    private static CannotMeasureException failed(String place, SQLException e) {
        return new CannotMeasureException(place + ": the database: " + oneLine(e), e);
    }

    private static String oneLine(SQLException e) {
        return String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
    }

    @Override
    public void close() {
        Connection open = connection;
        Jedis server = redis;
        connection = null;
        redis = null;
        try {
            if (server != null) {
                server.close();
            }
            if (open != null) {
                open.close();
            }
        } catch (SQLException | JedisException gone) {
            // It is closed either way.
        }
    }
}
