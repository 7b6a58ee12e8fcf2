package io.flashsale.coupon.issuing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponClaimedGroup;
import io.flashsale.contracts.testing.Recorded;
import io.flashsale.contracts.testing.Recorded.Variant;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.client.RedisTimeoutException;
import org.springframework.kafka.listener.BatchListenerFailedException;
import tools.jackson.databind.json.JsonMapper;

class ClaimListenerTests {

    private static final long WITHOUT_REDIS = 2;

    private final JsonMapper json = JsonMapper.builder().build();
    private final Issuing issuing = mock(Issuing.class);
    private final DeadLetters deadLetters = mock(DeadLetters.class);
    private final ClaimListener listener = new ClaimListener(issuing, json, deadLetters);

    @Test
    void shouldIssueCouponsOfOtherTemplatesWhenTheRedisOfOneIsAway() {
        RedisTimeoutException away = new RedisTimeoutException("its master is dead");
        doThrow(away).when(issuing).issue(eq(WITHOUT_REDIS), anyList());
        List<ConsumerRecord<String, byte[]>> batch =
                LongStream.rangeClosed(1, 3).mapToObj(this::claim).toList();
        assertThatThrownBy(() -> listener.receive(batch))
                .as("the claims of this template come again")
                .isInstanceOf(BatchListenerFailedException.class)
                .hasRootCause(away);
        for (long template = 1; template <= 3; template++) {
            verify(issuing).issue(eq(template), anyList());
        }
    }

    static Stream<Variant> fromOtherVersions() {
        return Recorded.readable("CouponClaimedGroup", "claims.correlationId");
    }

    @ParameterizedTest
    @MethodSource("fromOtherVersions")
    void shouldTakeWhatOtherVersionsSend(Variant other) {
        listener.receive(List.of(message(6, other.message())));
        verify(issuing)
                .issue(
                        eq(6L),
                        argThat(claims -> claims.stream()
                                .map(CouponClaimed::couponId)
                                .toList()
                                .equals(List.of(21L, 22L))));
        verifyNoInteractions(deadLetters);
    }

    static Stream<Variant> notForThisVersion() {
        return Recorded.unreadable("CouponClaimedGroup", "claims.correlationId");
    }

    @ParameterizedTest
    @MethodSource("notForThisVersion")
    void shouldSetAsideWhatOnlyAnotherVersionUnderstandsAndTakeTheNext(Variant other) {
        ConsumerRecord<String, byte[]> odd = message(6, other.message());
        listener.receive(List.of(odd, claim(1)));
        verify(deadLetters).put(eq(odd), anyString());
        verify(issuing).issue(eq(1L), anyList());
        verifyNoMoreInteractions(issuing);
    }

    private ConsumerRecord<String, byte[]> claim(long template) {
        var line = new CouponClaimedGroup.Line(100 + template, 7, null);
        return message(
                template, json.writeValueAsBytes(new CouponClaimedGroup(template, Instant.EPOCH, List.of(line))));
    }

    private static ConsumerRecord<String, byte[]> message(long template, byte[] message) {
        return new ConsumerRecord<>(CouponClaimed.TOPIC, 0, template, Long.toString(template), message);
    }
}
