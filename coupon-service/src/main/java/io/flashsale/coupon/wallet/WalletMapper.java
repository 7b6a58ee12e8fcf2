package io.flashsale.coupon.wallet;

import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** Reads the rows of {@code coupon} for their owners. */
@Mapper
interface WalletMapper {

    record Row(
            long id,
            long templateId,
            String status,
            @Nullable Long orderId,
            @Nullable Long discountCents,
            Instant claimedAt,
            @Nullable Instant usedAt) {}

    /** Returns unused coupons first, then the newest. */
    @Select("""
            SELECT id, template_id, status, order_id, discount_cents, claimed_at, used_at
            FROM coupon WHERE user_id = #{userId} ORDER BY status = 'UNUSED' DESC, claimed_at DESC, id LIMIT #{max}
            """)
    List<Row> of(long userId, int max);
}
