package io.flashsale.auditor.source;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.snapshot.CouponSnapshot;
import io.flashsale.auditor.snapshot.CouponSnapshot.Coupon;
import io.flashsale.auditor.snapshot.CouponSnapshot.Template;
import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads the tables of coupon-service. All methods throw {@link SourceUnavailableException}. */
public final class CouponReader implements AutoCloseable {

    private static final String TEMPLATE = """
            SELECT id, title, quantity, per_person, claimed, revision,
                   closes_at < UTC_TIMESTAMP(3) - INTERVAL 7 DAY AS retired,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', opens_at) DIV 1000 AS opens_at_ms,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', closes_at) DIV 1000 AS closes_at_ms
            FROM coupon_template WHERE id = ?
            """;
    private static final String RECENT =
            "SELECT id FROM coupon_template WHERE closes_at >= UTC_TIMESTAMP(3) - INTERVAL 7 DAY ORDER BY id";
    private static final String COUPONS =
            "SELECT id, user_id, status, order_id, attempt FROM coupon WHERE template_id = ? ORDER BY id";

    /** Without the uses by orders that were refunded, which have given their coupon back. */
    private static final String FLOWS = """
            SELECT f.coupon_id, f.type, f.order_id FROM coupon_flow f LEFT JOIN coupon_flow g
                ON g.coupon_id = f.coupon_id AND g.order_id = f.order_id AND g.attempt = f.attempt AND g.type = 'FREE'
            WHERE f.template_id = ? AND f.type IN ('CLAIM', 'USE') AND g.coupon_id IS NULL
            """;

    private final @Nullable HikariDataSource pool;

    /** @param pool closed with the reader; null if the database is unknown, so that every read is refused */
    public CouponReader(@Nullable HikariDataSource pool) {
        this.pool = pool;
    }

    /** The template alone; empty if there is none. */
    public Optional<Template> template(long id) {
        return database().atOneMoment(jdbc -> template(jdbc, id));
    }

    /** The templates whose gates exist, by their ids. */
    public List<Long> recent() {
        return database().atOneMoment(jdbc -> jdbc.queryForList(RECENT, Long.class));
    }

    /** Groups of claims that were answered before Kafka had acknowledged them, and are not known to be there. */
    public long backlog(long id) {
        return database().count(StockReader.BACKLOG, id);
    }

    /** All data of the template at one moment; empty if there is no such template. */
    public Optional<CouponSnapshot> read(long id) {
        return database().atOneMoment(jdbc -> template(jdbc, id).map(template -> snapshot(jdbc, template)));
    }

    private static Optional<Template> template(JdbcTemplate jdbc, long id) {
        return jdbc
                .query(
                        TEMPLATE,
                        (row, number) -> new Template(
                                row.getLong("id"),
                                row.getString("title"),
                                row.getLong("quantity"),
                                row.getLong("per_person"),
                                row.getLong("claimed"),
                                row.getLong("revision"),
                                row.getBoolean("retired"),
                                new Offer(row.getLong("opens_at_ms"), row.getLong("closes_at_ms"), "", 0)),
                        id)
                .stream()
                .findFirst();
    }

    private static CouponSnapshot snapshot(JdbcTemplate jdbc, Template template) {
        List<Coupon> coupons = jdbc.query(
                COUPONS,
                (row, _) -> new Coupon(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4), row.getInt(5)),
                template.id());
        Set<Long> claims = new HashSet<>();
        Map<Long, Long> uses = new HashMap<>();
        jdbc.query(
                FLOWS,
                row -> {
                    if (row.getString(2).equals("CLAIM")) {
                        claims.add(row.getLong(1));
                    } else {
                        uses.put(row.getLong(1), row.getLong(3));
                    }
                },
                template.id());
        return new CouponSnapshot(template, coupons, claims, uses);
    }

    private ReadOnlyDatabase database() {
        if (pool == null) {
            throw new SourceUnavailableException(Source.COUPON_DATABASE, null);
        }
        return new ReadOnlyDatabase(Source.COUPON_DATABASE, pool);
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
    }
}
