package io.flashsale.coupon.issuing;

import io.flashsale.commons.sql.MultiRowInsert;
import io.flashsale.commons.sql.UtcTime;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.coupon.issuing.Rejection.Reason;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** {@code coupon} and {@code coupon_flow} as issuing sees them. */
@Component
class CouponTable {

    private static final MultiRowInsert FLOWS = new MultiRowInsert(
            "INSERT INTO coupon_flow (coupon_id, order_id, attempt, type, template_id, user_id, reason) VALUES",
            "(?, 0, 0, ?, ?, ?, ?)");
    private static final MultiRowInsert COUPONS = new MultiRowInsert(
            "INSERT INTO coupon (id, template_id, user_id, place, per_person, claimed_at) VALUES",
            "(?, ?, ?, ?, ?, ?)");

    private final JdbcTemplate jdbc;
    private final JdbcClient client;

    CouponTable(JdbcTemplate jdbc, JdbcClient client) {
        this.jdbc = jdbc;
        this.client = client;
    }

    /** A coupon to be: the claim, and the shopper's how many-th of the template it is. */
    record Issue(CouponClaimed claim, int place) {}

    /**
     * What an earlier call decided about a claim of this shopper: no reason if it became a coupon, or why it did not.
     */
    record Decided(long templateId, long userId, Optional<Reason> reason) {

        boolean isAbout(CouponClaimed claim) {
            return claim.templateId() == templateId && claim.userId() == userId;
        }
    }

    /** What earlier calls decided about claims of these ids. */
    Map<Long, Decided> decided(Collection<CouponClaimed> claims) {
        Map<Long, Decided> decided = new HashMap<>();
        client.sql("SELECT coupon_id, template_id, user_id, reason FROM coupon_flow"
                        + " WHERE coupon_id IN (:ids) AND order_id = 0 AND attempt = 0")
                .param("ids", claims.stream().map(CouponClaimed::couponId).toList())
                .query(row -> {
                    decided.put(
                            row.getLong("coupon_id"),
                            new Decided(
                                    row.getLong("template_id"),
                                    row.getLong("user_id"),
                                    Optional.ofNullable(row.getString("reason")).map(Reason::valueOf)));
                });
        return decided;
    }

    /** How many coupons of the template each of these shoppers has; nothing for those who have none. */
    Map<Long, Integer> owned(long templateId, Collection<CouponClaimed> claims) {
        Map<Long, Integer> owned = new HashMap<>();
        client.sql("SELECT user_id, COUNT(*) AS n FROM coupon WHERE template_id = :template AND user_id IN (:users)"
                        + " GROUP BY user_id")
                .param("template", templateId)
                .param(
                        "users",
                        claims.stream().map(CouponClaimed::userId).distinct().toList())
                .query(row -> {
                    owned.put(row.getLong("user_id"), row.getInt("n"));
                });
        return owned;
    }

    /** Fails with a duplicate key, and so undoes the transaction, when somebody was faster with one of them. */
    void insertCoupons(List<Issue> issues, int perPerson) {
        FLOWS.execute(
                jdbc,
                issues.stream()
                        .map(issue -> flow(issue.claim(), "CLAIM", Optional.empty()))
                        .toList());
        COUPONS.execute(
                jdbc,
                issues.stream()
                        .map(issue -> new Object[] {
                            issue.claim().couponId(),
                            issue.claim().templateId(),
                            issue.claim().userId(),
                            issue.place(),
                            perPerson,
                            UtcTime.write(issue.claim().claimedAt())
                        })
                        .toList());
    }

    void insertRejections(List<Rejection> rejections) {
        FLOWS.execute(
                jdbc,
                rejections.stream()
                        .map(rejection -> flow(
                                rejection.claim(),
                                "REJECT",
                                Optional.of(rejection.reason().name())))
                        .toList());
    }

    private static Object[] flow(CouponClaimed claim, String type, Optional<String> reason) {
        return new Object[] {claim.couponId(), type, claim.templateId(), claim.userId(), reason.orElse(null)};
    }
}
