package io.flashsale.locklab.database;

import io.flashsale.locklab.trace.Trace;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Connections that report each statement with parameters and result, and the ends of transactions. */
final class TracedDataSource extends DelegatingDataSource {

    TracedDataSource(DataSource source) {
        super(source);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return Trace.isOn() ? traced(connection) : connection;
    }

    private static Connection traced(Connection connection) {
        return proxy(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "prepareStatement" ->
                arguments.length == 1
                        // Rewound after a look at the first row.
                        ? traced(
                                arguments[0].toString(),
                                connection.prepareStatement(
                                        arguments[0].toString(),
                                        ResultSet.TYPE_SCROLL_INSENSITIVE,
                                        ResultSet.CONCUR_READ_ONLY))
                        : traced(arguments[0].toString(), (PreparedStatement) invoke(connection, method, arguments));
            case "setAutoCommit" ->
                Boolean.FALSE.equals(arguments[0])
                        ? told("SET autocommit = 0", connection, method, arguments)
                        : invoke(connection, method, arguments);
            case "commit", "rollback" -> told(method.getName().toUpperCase(Locale.ROOT), connection, method, arguments);
            default -> invoke(connection, method, arguments);
        });
    }

    private static PreparedStatement traced(String sql, PreparedStatement statement) {
        Map<Integer, Object> parameters = new TreeMap<>();
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            if (method.getName().startsWith("set") && arguments != null && arguments.length >= 2) {
                parameters.put((Integer) arguments[0], arguments[1]);
            }
            return switch (method.getName()) {
                case "executeUpdate" -> told(inWords(sql, parameters), statement, method, arguments);
                case "executeQuery" -> queried(inWords(sql, parameters), statement);
                default -> invoke(statement, method, arguments);
            };
        });
    }

    private static ResultSet queried(String text, PreparedStatement statement) throws SQLException {
        List<String> first = new ArrayList<>();
        return Trace.call(Trace.DATABASE, () -> text, result -> first.isEmpty() ? "no row" : first.toString(), () -> {
            ResultSet result = statement.executeQuery();
            if (result.getType() != ResultSet.TYPE_FORWARD_ONLY) {
                if (result.next()) {
                    for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                        first.add(String.valueOf(result.getObject(column)));
                    }
                }
                result.beforeFirst();
            }
            return result;
        });
    }

    private static @Nullable Object told(String text, Object target, Method method, Object @Nullable [] arguments)
            throws Exception {
        return Trace.call(
                        Trace.DATABASE,
                        () -> text,
                        Answer::inShort,
                        () -> new Answer(invoke(target, method, arguments)))
                .value();
    }

    private record Answer(@Nullable Object value) {

        String inShort() {
            return value instanceof Integer rows ? rows + (rows == 1 ? " row" : " rows") : "OK";
        }
    }

    private static String inWords(String sql, Map<Integer, Object> parameters) {
        StringBuilder text = new StringBuilder();
        int next = 1;
        for (char each : sql.strip().replaceAll("\\s+", " ").toCharArray()) {
            if (each == '?') {
                Object value = parameters.get(next++);
                text.append(value instanceof Number ? value.toString() : "'" + value + "'");
            } else {
                text.append(each);
            }
        }
        return text.toString();
    }

    private static Object invoke(Object target, Method method, Object @Nullable [] arguments) throws Exception {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception fault ? fault : e;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(TracedDataSource.class.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
