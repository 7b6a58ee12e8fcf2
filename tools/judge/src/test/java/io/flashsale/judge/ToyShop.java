package io.flashsale.judge;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.devstack.server.sql.SqlDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import redis.clients.jedis.Jedis;

/**
 * A shop in a hundred lines, with one sale: {@code POST /buy?user=7}. Each fault is broken in one way, at each fourth
 * purchase, so that counts alone decide what a run finds.
 */
final class ToyShop implements AutoCloseable {

    enum Fault {
        NONE,
        SELLS_MORE_THAN_THERE_IS,
        SELLS_TWICE,
        LOSES,
        INVENTS,
        MISCOUNTS,
        FORGETS_REDIS
    }

    private static final int TOO_MANY = 5;

    private final Fault fault;
    private final Connection sql;
    private final Jedis redis;
    private final HttpServer server;
    private final Set<String> buyers = new HashSet<>();
    private long purchases;

    ToyShop(Fault fault, SqlDatabase database, String redisUrl) throws IOException, SQLException {
        this.fault = fault;
        this.sql = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        this.redis = new Jedis(redisUrl);
        run("CREATE TABLE sale (id BIGINT PRIMARY KEY, stock BIGINT NOT NULL)");
        run(
                "CREATE TABLE orders (id BIGINT AUTO_INCREMENT PRIMARY KEY, user_id VARCHAR(40) NOT NULL, state VARCHAR(10))");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String json;
        try (exchange) {
            String user = String.valueOf(exchange.getRequestURI().getQuery()).replace("user=", "");
            json = exchange.getRequestURI().getPath().equals("/buy") ? buy(user) : open();
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /** Forgets the buyers of the last sale. */
    private synchronized String open() {
        buyers.clear();
        purchases = 0;
        return "{}";
    }

    private synchronized String buy(String user) throws SQLException {
        if (buyers.contains(user)) {
            return refused("bought already");
        }
        if (number("SELECT stock FROM sale") <= (fault == Fault.SELLS_MORE_THAN_THERE_IS ? -TOO_MANY : 0)) {
            return refused("sold out");
        }
        buyers.add(user);
        boolean faulty = ++purchases % 4 == 0;
        if (faulty && fault == Fault.LOSES) {
            return accepted("9" + purchases);
        }
        long order = order(user, faulty && fault == Fault.MISCOUNTS ? 2 : 1, faulty && fault == Fault.FORGETS_REDIS);
        if (faulty && fault == Fault.SELLS_TWICE && number("SELECT stock FROM sale") > 0) {
            order(user, 1, false);
        }
        return faulty && fault == Fault.INVENTS ? refused("sold out") : accepted(String.valueOf(order));
    }

    private long order(String user, int units, boolean forgetRedis) throws SQLException {
        run("INSERT INTO orders (user_id, state) VALUES ('" + user + "', 'NEW')");
        run("UPDATE sale SET stock = stock - " + units);
        if (!forgetRedis) {
            redis.decrBy("stock", units);
        }
        return number("SELECT MAX(id) FROM orders");
    }

    private static String accepted(String order) {
        return "{\"ok\":true,\"order\":\"" + order + "\"}";
    }

    private static String refused(String why) {
        return "{\"ok\":false,\"why\":\"" + why + "\"}";
    }

    private void run(String statement) throws SQLException {
        try (Statement one = sql.createStatement()) {
            one.execute(statement);
        }
    }

    private long number(String query) throws SQLException {
        try (Statement one = sql.createStatement();
                ResultSet rows = one.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws SQLException {
        server.stop(0);
        redis.close();
        sql.close();
    }
}
