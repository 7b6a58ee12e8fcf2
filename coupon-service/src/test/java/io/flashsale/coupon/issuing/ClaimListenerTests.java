package io.flashsale.coupon.issuing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponClaimedGroup;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisTimeoutException;
import tools.jackson.databind.json.JsonMapper;

class ClaimListenerTests {

    private static final long WITHOUT_REDIS = 2;

    private final JsonMapper json = JsonMapper.builder().build();
    private final Issuing issuing = mock(Issuing.class);
    private final ClaimListener listener = new ClaimListener(issuing, json);

    @Test
    void shouldIssueCouponsOfOtherTemplatesWhenTheRedisOfOneIsAway() {
        RedisTimeoutException away = new RedisTimeoutException("its master is dead");
        doThrow(away).when(issuing).issue(eq(WITHOUT_REDIS), anyList());
        List<ConsumerRecord<String, byte[]>> batch =
                LongStream.rangeClosed(1, 3).mapToObj(this::claim).toList();
        assertThatThrownBy(() -> listener.receive(batch))
                .as("the batch comes again")
                .isSameAs(away);
        for (long template = 1; template <= 3; template++) {
            verify(issuing).issue(eq(template), anyList());
        }
    }

    private ConsumerRecord<String, byte[]> claim(long template) {
        var line = new CouponClaimedGroup.Line(100 + template, 7, null);
        byte[] message = json.writeValueAsBytes(new CouponClaimedGroup(template, Instant.EPOCH, List.of(line)));
        return new ConsumerRecord<>(CouponClaimed.TOPIC, 0, template, Long.toString(template), message);
    }
}
