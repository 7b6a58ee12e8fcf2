package io.flashsale.auditor.restore;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.redisson.api.RedissonClient;
import org.springframework.jdbc.core.RowMapper;

/**
 * The stores of a shop.
 *
 * @param kafka settings of a Kafka client, at least its servers
 */
public record Stores(
        ReadOnlyDatabase stock,
        ReadOnlyDatabase order,
        ReadOnlyDatabase coupon,
        RedissonClient redis,
        Map<String, Object> kafka) {

    /** How many rows are read at a time. */
    static final int PAGE = 5_000;

    public static Stores of(
            HikariDataSource stock,
            HikariDataSource order,
            HikariDataSource coupon,
            RedissonClient redis,
            Map<String, Object> kafka) {
        return new Stores(
                new ReadOnlyDatabase(Source.STOCK_DATABASE, stock),
                new ReadOnlyDatabase(Source.ORDER_DATABASE, order),
                new ReadOnlyDatabase(Source.COUPON_DATABASE, coupon),
                redis,
                kafka);
    }

    static <T> List<T> rows(ReadOnlyDatabase database, String sql, RowMapper<T> mapper, Object... arguments) {
        return database.atOneMoment(jdbc -> jdbc.query(sql, mapper, arguments));
    }

    /** A row of a query. */
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /**
     * The rows of these ids, by their first column.
     *
     * @param sql ends with IN
     */
    static <T> Map<Long, T> byId(ReadOnlyDatabase database, String sql, Collection<Long> ids, Reader<T> reader) {
        Map<Long, T> found = new HashMap<>();
        List<Long> all = List.copyOf(ids);
        for (int from = 0; from < all.size(); from += PAGE) {
            String list = all.subList(from, Math.min(all.size(), from + PAGE)).stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(", ", " (", ")"));
            database.atOneMoment(jdbc -> {
                jdbc.query(sql + list, row -> {
                    found.put(row.getLong(1), reader.read(row));
                });
                return found;
            });
        }
        return found;
    }
}
