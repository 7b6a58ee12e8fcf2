package io.flashsale.coupon.claiming;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.coupon.CouponServiceFixture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

class HolderMapperIT extends CouponServiceFixture {

    @Autowired
    private HolderMapper holders;

    @Autowired
    private JdbcClient jdbc;

    /** MySQL has lost the coupon after an order was paid with it, and then the order frees it. */
    @Test
    void shouldNotTakeACouponForKnownBecauseAnOrderHasFreedIt() {
        jdbc.sql("""
                INSERT INTO coupon_flow (coupon_id, order_id, attempt, type, template_id, user_id)
                VALUES (7007, 8, 1, 'FREE', 0, 0)
                """).update();
        assertThat(holders.known(List.of(7007L))).isEmpty();
    }
}
