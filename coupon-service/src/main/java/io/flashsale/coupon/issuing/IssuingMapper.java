package io.flashsale.coupon.issuing;

import static io.flashsale.commons.sql.InIds.IN_IDS;
import static java.util.stream.Collectors.toMap;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.coupon.issuing.Rejection.Reason;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code coupon} and {@code coupon_flow} for issuing. */
@Mapper
interface IssuingMapper {

    /** A coupon to issue: the claim, and its number among the shopper's coupons of the template, from 1. */
    record Issue(CouponClaimed claim, int place) {}

    /** What an earlier call decided about a claim of this shopper; the reason is absent if it became a coupon. */
    record Decided(
            long couponId,
            long templateId,
            long userId,
            @Nullable Reason reason) {

        boolean isAbout(CouponClaimed claim) {
            return claim.templateId() == templateId && claim.userId() == userId;
        }
    }

    record Owned(long userId, int coupons) {}

    /** Returns what earlier calls decided about claims of these ids. */
    default Map<Long, Decided> decided(Collection<CouponClaimed> claims) {
        return decisions(claims.stream().map(CouponClaimed::couponId).toList()).stream()
                .collect(toMap(Decided::couponId, decided -> decided, (one, other) -> other));
    }

    @Select("<script>SELECT coupon_id, template_id, user_id, reason FROM coupon_flow"
            + " WHERE order_id = 0 AND attempt = 0 AND coupon_id " + IN_IDS + "</script>")
    List<Decided> decisions(List<Long> ids);

    /** Returns how many coupons of the template each of these shoppers has; shoppers with none are left out. */
    default Map<Long, Integer> owned(long templateId, Collection<CouponClaimed> claims) {
        List<Long> users = claims.stream().map(CouponClaimed::userId).distinct().toList();
        return ownedBy(templateId, users).stream().collect(toMap(Owned::userId, Owned::coupons));
    }

    @Select("<script>SELECT user_id, COUNT(*) AS coupons FROM coupon"
            + " WHERE template_id = #{templateId} AND user_id " + IN_IDS + " GROUP BY user_id</script>")
    List<Owned> ownedBy(long templateId, List<Long> ids);

    /** Inserts the coupons. A duplicate key undoes the transaction if another call has just inserted one of them. */
    default void insertCoupons(List<Issue> issues, int perPerson) {
        MapperBatch.execute(this, issues, (coupons, issue) -> coupons.insertFlow(issue.claim(), "CLAIM", null));
        MapperBatch.execute(
                this, issues, (coupons, issue) -> coupons.insertCoupon(issue.claim(), issue.place(), perPerson));
    }

    default void insertRejections(List<Rejection> rejections) {
        MapperBatch.execute(
                this,
                rejections,
                (coupons, rejection) -> coupons.insertFlow(rejection.claim(), "REJECT", rejection.reason()));
    }

    @Insert("""
            INSERT INTO coupon_flow (coupon_id, order_id, attempt, type, template_id, user_id, reason)
            VALUES (#{claim.couponId}, 0, 0, #{type}, #{claim.templateId}, #{claim.userId}, #{reason,jdbcType=VARCHAR})
            """)
    void insertFlow(CouponClaimed claim, String type, @Nullable Reason reason);

    @Insert("""
            INSERT INTO coupon (id, template_id, user_id, place, per_person, claimed_at)
            VALUES (#{claim.couponId}, #{claim.templateId}, #{claim.userId}, #{place}, #{perPerson}, #{claim.claimedAt})
            """)
    void insertCoupon(CouponClaimed claim, int place, int perPerson);
}
