package io.flashsale.stock.entry.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.entry.redis.EntryKeys;
import io.flashsale.stock.entry.risk.RiskScripts.Bar;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.Codec;

class RiskScriptsTests {

    private static final long SALE = 7;
    private static final int BUCKETS = 4;

    @Test
    void shouldTellAllBucketsOfASaleButTheOneWhoseRedisIsAway() {
        String away = EntryKeys.of(Buckets.gate(SALE, 1)).gate();
        List<Object> told = new ArrayList<>();
        RScript scripts = mock(RScript.class, call -> {
            List<Object> keys = call.getArgument(3);
            if (keys.getFirst().equals(away)) {
                throw new RedisException("away");
            }
            told.add(keys.getFirst());
            return "";
        });
        RedissonClient redis = mock();
        when(redis.getScript(any(Codec.class))).thenReturn(scripts);
        SaleCatalogue catalogue = mock();
        when(catalogue.numberOfBuckets(SALE)).thenReturn(BUCKETS);
        List<Bar> bars = LongStream.rangeClosed(1, 40)
                .mapToObj(user -> new Bar(SALE, user, Instant.EPOCH, Instant.EPOCH.plusSeconds(user)))
                .toList();

        assertThatThrownBy(() -> new RiskScripts(redis, catalogue).bar(SALE, bars))
                .isInstanceOf(RedisException.class)
                .hasMessage("away");

        assertThat(told)
                .containsExactlyInAnyOrder(
                        EntryKeys.of(Buckets.gate(SALE, 0)).gate(),
                        EntryKeys.of(Buckets.gate(SALE, 2)).gate(),
                        EntryKeys.of(Buckets.gate(SALE, 3)).gate());
    }
}
