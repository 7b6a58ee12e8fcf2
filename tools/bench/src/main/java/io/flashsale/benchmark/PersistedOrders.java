package io.flashsale.benchmark;

import static java.util.stream.Collectors.joining;

import io.flashsale.client.account.SimulatedShopper;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads from its table what order-service has written. */
final class PersistedOrders implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration MIN_PAUSE = Duration.ofMillis(2);
    private static final Duration MAX_PAUSE = Duration.ofMillis(500);

    /** A pause may take this share of the elapsed time, which is then the inaccuracy of a figure. */
    private static final double INACCURACY = 0.02;

    private final Connection connection;

    PersistedOrders(String jdbcUrl, String user, String password) {
        try {
            connection = DriverManager.getConnection(jdbcUrl, user, password);
        } catch (SQLException e) {
            throw new BenchFailedException("Cannot read the orders: " + e.getMessage(), e);
        }
    }

    /**
     * A drain as seen from outside, by repeated counting.
     *
     * @param waited from the call until all orders were there
     * @param perSecond from the first order seen to the last; 0 if all were there at the first count
     */
    record Drain(Duration waited, double perSecond) {}

    /**
     * Returns once the sales have this many orders. Counts rarely during a long drain, to spare the measured
     * database.
     */
    Drain await(List<Long> sales, long expected) {
        long begin = System.nanoTime();
        long firstAt = 0;
        long first = 0;
        while (true) {
            long present = count(sales);
            long now = System.nanoTime();
            if (present > 0 && firstAt == 0) {
                firstAt = now;
                first = present;
            }
            if (present >= expected) {
                double rate = now == firstAt ? 0 : (present - first) * 1e9 / (now - firstAt);
                return new Drain(Duration.ofNanos(now - begin), rate);
            }
            if (now - begin > TIMEOUT.toNanos()) {
                throw new BenchFailedException("of " + expected + " orders of the sales " + sales + " " + present
                        + " are there after " + TIMEOUT.toSeconds() + " s");
            }
            pause(Duration.ofNanos(now - begin));
        }
    }

    long inAll() {
        return number("SELECT COUNT(*) FROM orders");
    }

    /** Returns a line for wrk for each of the first unpaid orders of a sale. */
    List<String> payments(long sale, int max, Map<Long, SimulatedShopper> shoppers) {
        List<String> lines = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT id, user_id FROM orders WHERE sale_id = ? AND status = 'AWAITING_PAYMENT' LIMIT " + max)) {
            query.setLong(1, sale);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    SimulatedShopper buyer = shoppers.get(row.getLong(2));
                    if (buyer != null) {
                        lines.add("POST /api/orders/" + row.getLong(1) + "/payment " + buyer.token());
                    }
                }
            }
        } catch (SQLException e) {
            throw new BenchFailedException("Cannot read the orders: " + e.getMessage(), e);
        }
        return lines;
    }

    private long count(List<Long> sales) {
        return number("SELECT COUNT(*) FROM orders WHERE sale_id IN ("
                + sales.stream().map(String::valueOf).collect(joining(",")) + ")");
    }

    private long number(String sql) {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new BenchFailedException("Cannot read the orders: " + e.getMessage(), e);
        }
    }

    private static void pause(Duration passed) {
        long nanos = (long) (passed.toNanos() * INACCURACY);
        try {
            Thread.sleep(Duration.ofNanos(Math.clamp(nanos, MIN_PAUSE.toNanos(), MAX_PAUSE.toNanos())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException alreadyGone) {
            // this connection wrote nothing
        }
    }
}
