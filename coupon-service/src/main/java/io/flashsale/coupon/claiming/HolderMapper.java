package io.flashsale.coupon.claiming;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** Reads which shoppers hold the coupons of a template. */
@Mapper
interface HolderMapper {

    /** A shopper's coupon: the first, second, … of this template. */
    record HeldCoupon(long userId, int place, long id) {}

    /** Returns the coupons after a shopper's coupon, by shopper and place. */
    @Select("""
            SELECT user_id, place, id FROM coupon
            WHERE template_id = #{templateId} AND user_id >= #{userId} AND (user_id > #{userId} OR place > #{place})
            ORDER BY user_id, place LIMIT #{max}
            """)
    List<HeldCoupon> after(long templateId, long userId, int place, int max);

    /** Those of the coupons that were issued or refused. Another flow says nothing: an order may free one that was lost. */
    @Select("<script>SELECT coupon_id FROM coupon_flow WHERE order_id = 0 AND attempt = 0 AND coupon_id " + IN_IDS
            + "</script>")
    Set<Long> known(Collection<Long> ids);
}
