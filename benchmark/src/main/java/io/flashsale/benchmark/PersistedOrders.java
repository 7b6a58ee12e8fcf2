package io.flashsale.benchmark;

import io.flashsale.benchmark.Shop.Shopper;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What order-service has written, read from its table. */
final class PersistedOrders implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Connection connection;

    PersistedOrders(String jdbcUrl, String user, String password) {
        try {
            connection = DriverManager.getConnection(jdbcUrl, user, password);
        } catch (SQLException e) {
            throw new BenchFailedException("Cannot read the orders: " + e.getMessage(), e);
        }
    }

    /**
     * A drain as it was seen from outside, by counting again and again.
     *
     * @param waited from the call until all orders were there
     * @param perSecond from the first order that was seen to the last; 0 when all were there at the first look
     */
    record Drain(Duration waited, double perSecond) {}

    /** Returns once the sale has this many orders. */
    Drain await(long sale, long expected) {
        long begin = System.nanoTime();
        long firstAt = 0;
        long first = 0;
        while (true) {
            long present = count(sale);
            long now = System.nanoTime();
            if (present > 0 && firstAt == 0) {
                firstAt = now;
                first = present;
            }
            if (present >= expected) {
                double rate = now == firstAt ? 0 : (present - first) * 1e9 / (now - firstAt);
                return new Drain(Duration.ofNanos(now - begin), rate);
            }
            if (now - begin > PATIENCE.toNanos()) {
                throw new BenchFailedException("sale " + sale + " has " + present + " orders of " + expected + " after "
                        + PATIENCE.toSeconds() + " s");
            }
            pause();
        }
    }

    long inAll() {
        return number("SELECT COUNT(*) FROM orders", 0);
    }

    /** One line for wrk for each of the first unpaid orders of a sale. */
    List<String> payments(long sale, int most, Map<Long, Shopper> shoppers) {
        List<String> lines = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT id, user_id FROM orders WHERE sale_id = ? AND status = 'AWAITING_PAYMENT' LIMIT " + most)) {
            query.setLong(1, sale);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    Shopper buyer = shoppers.get(row.getLong(2));
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

    private long count(long sale) {
        return number("SELECT COUNT(*) FROM orders WHERE sale_id = ?", sale);
    }

    private long number(String sql, long sale) {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            if (sale != 0) {
                query.setLong(1, sale);
            }
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException e) {
            throw new BenchFailedException("Cannot read the orders: " + e.getMessage(), e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
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
            // nothing was written through it
        }
    }
}
