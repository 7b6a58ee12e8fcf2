package io.flashsale.coupon.redemption;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.testing.Recorded;
import io.flashsale.contracts.testing.Recorded.Variant;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class SettlementListenerTests {

    private final JsonMapper json = JsonMapper.builder().build();
    private final Redemptions redemptions = mock(Redemptions.class);
    private final DeadLetters deadLetters = mock(DeadLetters.class);
    private final SettlementListener listener = new SettlementListener(redemptions, json, deadLetters);

    static Stream<Variant> fromOtherVersions() {
        return Recorded.readable("CouponSettled");
    }

    @ParameterizedTest
    @MethodSource("fromOtherVersions")
    void shouldTakeWhatOtherVersionsSend(Variant other) {
        when(redemptions.settle(any())).thenReturn(Optional.empty());
        listener.receive(List.of(message(21, other.message())));
        verify(redemptions).settle(new CouponSettled(21, 11, 2, CouponSettled.Outcome.USED, 500));
        verifyNoInteractions(deadLetters);
    }

    /** Only the later version knows what an outcome of its own does to the coupon. */
    static Stream<Variant> notForThisVersion() {
        String later = Recorded.message("CouponSettled").toString().replace("USED", "OF_A_LATER_VERSION");
        return Stream.concat(
                Recorded.unreadable("CouponSettled"),
                Stream.of(new Variant("with an outcome of a later version", later.getBytes(StandardCharsets.UTF_8))));
    }

    @ParameterizedTest
    @MethodSource("notForThisVersion")
    void shouldSetAsideWhatOnlyAnotherVersionUnderstandsAndTakeTheNext(Variant other) {
        when(redemptions.settle(any())).thenReturn(Optional.empty());
        ConsumerRecord<String, byte[]> odd = message(21, other.message());
        listener.receive(List.of(odd, message(1)));
        verify(deadLetters).put(eq(odd), anyString());
        verify(redemptions).settle(settled(1));
        verifyNoMoreInteractions(redemptions);
    }

    private static CouponSettled settled(long coupon) {
        return new CouponSettled(coupon, 100 + coupon, 1, CouponSettled.Outcome.USED, 500);
    }

    private ConsumerRecord<String, byte[]> message(long coupon) {
        return message(coupon, json.writeValueAsBytes(settled(coupon)));
    }

    private static ConsumerRecord<String, byte[]> message(long coupon, byte[] message) {
        return new ConsumerRecord<>(CouponSettled.TOPIC, 0, coupon, Long.toString(coupon), message);
    }
}
