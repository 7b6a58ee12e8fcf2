package io.flashsale.coupon.template;

import io.flashsale.commons.sql.UtcTime;
import io.flashsale.coupon.discount.Conditions;
import io.flashsale.coupon.discount.Discount;
import io.flashsale.coupon.discount.DiscountView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The rows of {@code coupon_template} and {@code coupon_scope}. */
@Component
public class TemplateTable {

    /** How long a template stays listed and warm after its claims ended. */
    private static final Duration KEPT_AFTER_CLOSING = Duration.ofDays(7);

    private static final int MAX_LISTED = 1_000;

    private static final String SELECT = """
            SELECT t.*,
                   (SELECT GROUP_CONCAT(s.target_id) FROM coupon_scope s
                    WHERE s.template_id = t.id AND s.kind = 'SALE') AS sale_ids,
                   (SELECT GROUP_CONCAT(s.target_id) FROM coupon_scope s
                    WHERE s.template_id = t.id AND s.kind = 'PRODUCT') AS product_ids
            FROM coupon_template t
            """;

    private final JdbcClient jdbc;

    TemplateTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Optional<CouponTemplate> find(long id) {
        return jdbc.sql(SELECT + "WHERE t.id = ?")
                .param(id)
                .query(TemplateTable::template)
                .optional();
    }

    /** The same, and keeps everybody from claiming and from changing it until the transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<CouponTemplate> lock(long id) {
        return jdbc.sql(SELECT + "WHERE t.id = ? FOR UPDATE")
                .param(id)
                .query(TemplateTable::template)
                .optional();
    }

    /** Those of the templates that exist. */
    public List<CouponTemplate> findAll(Set<Long> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        return jdbc.sql(SELECT + "WHERE t.id IN (:ids)")
                .param("ids", ids)
                .query(TemplateTable::template)
                .list();
    }

    /** Templates that can be claimed, will be, or could be not long ago; those that open first come first. */
    public List<CouponTemplate> recent(Instant now) {
        return jdbc.sql(SELECT + "WHERE t.closes_at > ? ORDER BY t.opens_at, t.id LIMIT ?")
                .params(UtcTime.write(now.minus(KEPT_AFTER_CLOSING)), MAX_LISTED)
                .query(TemplateTable::template)
                .list();
    }

    /** Records so many claims. 0 when somebody has changed the row since it was read, or so many are not left. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int claim(CouponTemplate seen, int coupons) {
        return jdbc.sql("UPDATE coupon_template SET claimed = claimed + :n, version = version + 1"
                        + " WHERE id = :id AND version = :version AND claimed + :n <= quantity")
                .param("n", coupons)
                .param("id", seen.id())
                .param("version", seen.version())
                .update();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    long insert(TemplateDraft draft) {
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        DiscountView discount = DiscountView.of(draft.discount(), draft.conditions());
        jdbc.sql(
                        "INSERT INTO coupon_template (title, kind, amount_cents, percent, cap_cents, threshold_cents, quantity,"
                                + " per_person, opens_at, closes_at, valid_from, valid_until)"
                                + " VALUES (:title, :kind, :amount, :percent, :cap, :threshold, :quantity,"
                                + " :perPerson, :opensAt, :closesAt, :validFrom, :validUntil)")
                .param("title", draft.title())
                .param("kind", discount.percent() == null ? "AMOUNT" : "PERCENT")
                .param("amount", discount.amountCents())
                .param("percent", discount.percent())
                .param("cap", discount.capCents())
                .param("threshold", discount.thresholdCents())
                .param("quantity", draft.quantity())
                .param("perPerson", draft.perPerson())
                .param("opensAt", UtcTime.write(draft.opensAt()))
                .param("closesAt", UtcTime.write(draft.closesAt()))
                .param("validFrom", UtcTime.write(discount.validFrom()))
                .param("validUntil", UtcTime.write(discount.validUntil()))
                .update(key, "id");
        long id = Objects.requireNonNull(key.getKey()).longValue();
        insertScope(id, "SALE", draft.conditions().saleIds());
        insertScope(id, "PRODUCT", draft.conditions().productIds());
        return id;
    }

    private void insertScope(long templateId, String kind, Set<Long> targets) {
        targets.forEach(target -> jdbc.sql("INSERT INTO coupon_scope (template_id, kind, target_id) VALUES (?, ?, ?)")
                .params(templateId, kind, target)
                .update());
    }

    /** 0 when somebody else has changed it since. */
    int change(CouponTemplate seen, String title, Instant opensAt, Instant closesAt) {
        return jdbc.sql("UPDATE coupon_template SET title = ?, opens_at = ?, closes_at = ?, revision = revision + 1"
                        + " WHERE id = ? AND revision = ?")
                .params(title, UtcTime.write(opensAt), UtcTime.write(closesAt), seen.id(), seen.revision())
                .update();
    }

    private static CouponTemplate template(ResultSet row, int number) throws SQLException {
        return new CouponTemplate(
                row.getLong("id"),
                row.getString("title"),
                discount(row),
                new Conditions(
                        row.getLong("threshold_cents"),
                        time(row, "valid_from"),
                        time(row, "valid_until"),
                        ids(row.getString("sale_ids")),
                        ids(row.getString("product_ids"))),
                row.getLong("quantity"),
                row.getInt("per_person"),
                time(row, "opens_at"),
                time(row, "closes_at"),
                row.getLong("claimed"),
                row.getLong("revision"),
                row.getLong("version"));
    }

    private static Discount discount(ResultSet row) throws SQLException {
        if (row.getString("kind").equals("AMOUNT")) {
            return new Discount.Amount(row.getLong("amount_cents"));
        }
        Long cap = row.getObject("cap_cents", Long.class);
        return new Discount.Percent(row.getInt("percent"), cap == null ? Discount.Percent.UNCAPPED : cap);
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(UtcTime.read(row, column));
    }

    private static Set<Long> ids(@Nullable String list) {
        return list == null
                ? Set.of()
                : Stream.of(list.split(",")).map(Long::valueOf).collect(Collectors.toUnmodifiableSet());
    }
}
