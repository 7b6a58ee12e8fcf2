package io.flashsale.coupon.redemption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.contracts.coupon.CouponSettled;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.BatchListenerFailedException;
import tools.jackson.databind.json.JsonMapper;

class SettlementListenerTests {

    private static final long MISSING = 2;

    private final JsonMapper json = JsonMapper.builder().build();
    private final Redemptions redemptions = mock(Redemptions.class);
    private final SettlementListener listener = new SettlementListener(redemptions, json);

    @Test
    void shouldNameTheSettlementWhoseCouponIsMissingAndStopThere() {
        when(redemptions.settle(any())).thenReturn(true);
        when(redemptions.settle(settled(MISSING))).thenReturn(false);
        List<ConsumerRecord<String, byte[]>> batch =
                LongStream.rangeClosed(1, 3).mapToObj(this::message).toList();

        assertThatThrownBy(() -> listener.receive(batch))
                .as("what comes before is done, what comes after is delivered again")
                .isInstanceOfSatisfying(
                        BatchListenerFailedException.class,
                        failed -> assertThat(failed.getIndex()).isEqualTo(1))
                .hasMessageContaining("there is no coupon " + MISSING);

        verify(redemptions).settle(settled(1));
        verify(redemptions, never()).settle(settled(3));
    }

    private static CouponSettled settled(long coupon) {
        return new CouponSettled(coupon, 100 + coupon, 1, CouponSettled.Outcome.USED, 500);
    }

    private ConsumerRecord<String, byte[]> message(long coupon) {
        return new ConsumerRecord<>(
                CouponSettled.TOPIC, 0, coupon, Long.toString(coupon), json.writeValueAsBytes(settled(coupon)));
    }
}
