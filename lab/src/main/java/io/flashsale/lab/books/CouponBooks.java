package io.flashsale.lab.books;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.lab.books.BooksUnavailableException.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads the tables of coupon-service. All methods throw {@link BooksUnavailableException}. */
public final class CouponBooks implements AutoCloseable {

    private static final String TEMPLATE = """
            SELECT id, title, quantity, per_person, claimed, revision,
                   closes_at < UTC_TIMESTAMP(3) - INTERVAL 7 DAY AS retired
            FROM coupon_template WHERE id = ?
            """;
    private static final String COUPONS =
            "SELECT id, user_id, status, order_id, attempt FROM coupon WHERE template_id = ? ORDER BY id";
    private static final String FLOWS =
            "SELECT coupon_id, type, order_id FROM coupon_flow WHERE template_id = ? AND type IN ('CLAIM', 'USE')";

    private final @Nullable HikariDataSource pool;

    private CouponBooks(@Nullable HikariDataSource pool) {
        this.pool = pool;
    }

    /** The pool is closed with the books. */
    static CouponBooks of(HikariDataSource pool) {
        return new CouponBooks(pool);
    }

    /** Nobody said where the books are. */
    static CouponBooks missing() {
        return new CouponBooks(null);
    }

    /**
     * A template.
     *
     * @param retired its claims ended so long ago that Redis need not know it any more
     */
    public record Template(
            long id, String title, long quantity, long perPerson, long claimed, long revision, boolean retired) {}

    /** A coupon; {@code orderId} and {@code attempt} are 0 while it is unused. */
    public record Coupon(long id, long userId, String status, long orderId, int attempt) {}

    /**
     * All that is known of a template.
     *
     * @param claimFlows the coupons that have a CLAIM flow
     * @param useFlows by coupon the order that its USE flow names
     */
    public record Book(Template template, List<Coupon> coupons, Set<Long> claimFlows, Map<Long, Long> useFlows) {}

    /** The template alone; empty if there is none. */
    public Optional<Template> template(long id) {
        return database().atOneMoment(jdbc -> template(jdbc, id));
    }

    /** All of it at one moment; empty if there is no such template. */
    public Optional<Book> read(long id) {
        return database().atOneMoment(jdbc -> template(jdbc, id).map(template -> book(jdbc, template)));
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
                                row.getBoolean("retired")),
                        id)
                .stream()
                .findFirst();
    }

    private static Book book(JdbcTemplate jdbc, Template template) {
        List<Coupon> coupons = new ArrayList<>();
        jdbc.query(
                COUPONS,
                row -> {
                    coupons.add(new Coupon(
                            row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4), row.getInt(5)));
                },
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
        return new Book(template, coupons, claims, uses);
    }

    private BookDatabase database() {
        if (pool == null) {
            throw new BooksUnavailableException(Source.COUPON_DATABASE, null);
        }
        return new BookDatabase(Source.COUPON_DATABASE, pool);
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
    }
}
