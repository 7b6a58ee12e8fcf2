package io.flashsale.coupon.claiming;

import io.flashsale.admission.TicketIds;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/**
 * Gives this process a node number for its coupon ids: how often any process has started so far, modulo {@link
 * TicketIds#NODES}. Two running processes share a number only if one of them has outlived 1,024 starts.
 */
@Component
class CouponIdNode {

    private final int number;

    CouponIdNode(JdbcClient jdbc) {
        GeneratedKeyHolder start = new GeneratedKeyHolder();
        jdbc.sql("INSERT INTO coupon_id_node () VALUES ()").update(start, "id");
        this.number = Math.toIntExact(Objects.requireNonNull(start.getKey()).longValue() % TicketIds.NODES);
    }

    int number() {
        return number;
    }
}
