package io.flashsale.coupon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.Pages;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.admission.spring.reconciliation.Comparer;
import io.flashsale.admission.spring.reconciliation.Comparison;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Tag("long")
@ExtendWith(OutputCaptureExtension.class)
class CouponReconciliationIT extends CouponServiceFixture {

    private static final String OFF = "\"amountCents\": 100, \"perPerson\": 2";

    @Autowired
    private Comparer comparer;

    @Autowired
    private CampaignType type;

    @Autowired
    private StockGateWarmUp.Campaigns campaigns;

    @Autowired
    private StockGateWarmUp warmUp;

    /** The bean that runs in production: soon it would repair the templates of other tests. */
    @Autowired
    private Reconciliation ofAllTemplates;

    /** A reconciliation of this template alone. */
    private Reconciliation reconciliation(long template) {
        Pages<Campaign> one = last -> last == null ? campaigns.find(template) : List.of();
        Leadership leadership =
                new Leadership(redis, type.kind(), "reconciliation-of-template-" + template, Duration.ofHours(1));
        return new Reconciliation(type, comparer, one, warmUp, leadership, new SimpleMeterRegistry());
    }

    @Test
    void shouldLookAtAllTemplates(CapturedOutput output) {
        long template = template(5, OFF);
        gate(template, "").put("remaining", "4");
        await().atMost(SOON).until(() -> {
            ofAllTemplates.run();
            return output.getOut().contains("coupon " + template + ": Redis and the database differ");
        });
    }

    @Test
    void shouldFindACouponThatRedisHasLostAndRepairItWhenItIsCertain() throws Exception {
        long template = template(5, OFF);
        claimed(template, 7);
        claimed(template, 7);
        awaitComparison(template, new Comparison.Agreed());

        gate(template, "").put("remaining", "4");
        gate(template, ":holders").remove("7#2");
        awaitComparison(template, new Comparison.Drifted(1, -1, 0, false));

        Reconciliation reconciliation = reconciliation(template);
        for (int times = 1; times < Reconciliation.CERTAIN_AFTER; times++) {
            reconciliation.run();
            assertThat(gates.state(template).orElseThrow().remaining()).isEqualTo(4);
        }
        await().atMost(SOON).until(() -> {
            reconciliation.run(); // a comparison that Kafka does not answer in time counts as none
            return gates.state(template).orElseThrow().remaining() == 3;
        });
        awaitComparison(template, new Comparison.Agreed());
        assertThat(claim(template, 7).problem()).isEqualTo("already-claimed");
    }

    /** The database loses a change of the claim window, and gets another one later. */
    @Test
    void shouldTakeBackAChangeThatTheDatabaseHasLost() {
        long template = template(5, OFF);
        claimed(template, 7);
        String row = " FROM coupon_template WHERE id = " + template;
        long before = number("SELECT revision" + row);
        Instant later = Instant.now().plusSeconds(3_600);
        change(template, "{\"title\": \"lost\", \"closesAt\": \"%s\"}".formatted(later));
        long lost = gates.state(template).orElseThrow().revision();
        jdbc.sql("UPDATE coupon_template SET title = 'A coupon', closes_at = closes_at + INTERVAL 1 HOUR, revision = "
                        + before + " WHERE id = " + template)
                .update();
        await().atMost(SOON)
                .until(() -> gates.state(template).map(StockGateState::revision).orElse(0L) == before);
        awaitComparison(template, new Comparison.Agreed());

        change(template, "{\"title\": \"new\"}");
        assertThat(number("SELECT revision" + row)).isGreaterThan(before).isNotEqualTo(lost);
        assertThat(number("SELECT COUNT(*)" + row + " AND claimed = 1")).isEqualTo(1);
    }

    private void change(long template, String change) {
        Answer changed = call("PATCH", "/api/admin/coupons/" + template, admin(), change);
        assertThat(changed.status()).isEqualTo(200);
    }

    private void awaitComparison(long template, Comparison expected) {
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(ExecutionException.class)
                .until(() -> compare(template), expected::equals);
    }

    private Comparison compare(long template) throws Exception {
        return Objects.requireNonNull(comparer.compare(List.of(template)).get(template));
    }
}
