package io.flashsale.coupon.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Campaign;
import io.flashsale.coupon.CouponServiceFixture;
import io.flashsale.devstack.server.sql.SqlDatabase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Warm-up and reconciliation cover all templates, however many there are. */
class TemplatePagesIT extends CouponServiceFixture {

    private static final int MANY = 1_201;

    @Autowired
    private TemplateRepository templates;

    @AfterEach
    void delete() {
        jdbc.sql("DELETE FROM coupon_template WHERE title = 'One of many'").update();
    }

    /** Up to 500 of them close at the same moment, so that pages end between equal times. */
    @Test
    void shouldFindEachTemplateOnce() {
        jdbc.sql("""
                INSERT INTO coupon_template (id, title, kind, amount_cents, threshold_cents, quantity, per_person,
                                             opens_at, closes_at, valid_from, valid_until)
                SELECT seq, 'One of many', 'AMOUNT', 100, 0, 1, 1, UTC_TIMESTAMP(3) + INTERVAL 1 DAY,
                       UTC_TIMESTAMP(3) + INTERVAL 2 + (seq DIV 500) DAY, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 9 DAY
                FROM %s
                """.formatted(SqlDatabase.numbersTo(MANY))).update();
        List<Long> found = new ArrayList<>();
        @Nullable Campaign last = null;
        List<CouponTemplate> page;
        while (!(page = templates.recentAfter(last, clock.instant())).isEmpty()) {
            page.forEach(template -> found.add(template.id()));
            last = page.getLast().campaign();
        }
        List<Long> all = jdbc.sql("SELECT id FROM coupon_template WHERE title = 'One of many'")
                .query((row, number) -> row.getLong(1))
                .list();
        assertThat(all).hasSize(MANY);
        assertThat(found).doesNotHaveDuplicates().containsAll(all);
    }
}
