package io.flashsale.entry.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.entry.risk.RiskScripts.Bar;
import io.flashsale.entry.risk.RiskScripts.Round;
import io.flashsale.entry.sale.EntrySales;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.Codec;

class RiskScriptsTests {

    private static final long SALE = 7;
    private static final int BUCKETS = 4;

    private final List<Object> asked = new ArrayList<>();
    private final Map<Object, Set<Integer>> homes = new HashMap<>();
    private final EntrySales sales = mock();
    private final List<String> away = new ArrayList<>();

    private RiskScripts scripts() {
        RScript scripts = mock(RScript.class, call -> {
            List<Object> keys = call.getArgument(3);
            asked.add(keys.getFirst());
            for (int i = 6; i < call.getArguments().length; i += 2) { // after the latest time, until when and who
                long user = Long.parseLong(call.getArgument(i).toString());
                homes.computeIfAbsent(keys.getFirst(), _ -> new HashSet<>()).add(Buckets.home(user, BUCKETS));
            }
            if (away.contains(keys.getFirst())) {
                throw new RedisException("away");
            }
            return "";
        });
        RedissonClient redis = mock();
        when(redis.getScript(any(Codec.class))).thenReturn(scripts);
        return new RiskScripts(redis, sales);
    }

    private static String gate(long sale, int bucket) {
        return EntryKeys.of(Buckets.gate(sale, bucket)).gate();
    }

    /** Enough for each bucket to have some. */
    private static List<Bar> bars(long sale) {
        return LongStream.rangeClosed(1, 40)
                .mapToObj(user -> new Bar(sale, user, Instant.EPOCH, Instant.EPOCH.plusSeconds(user)))
                .toList();
    }

    @Test
    void shouldTellAllOtherBucketsAndNotAskAShardAgainInTheRoundInWhichItDidNotAnswer() {
        long ofOneBucket = SALE + 1; // in the shard of bucket 1 of the other sale
        away.add(gate(SALE, 1));
        away.add(gate(ofOneBucket, 0));
        when(sales.numberOfBuckets(SALE)).thenReturn(BUCKETS);
        when(sales.numberOfBuckets(ofOneBucket)).thenReturn(1);
        RiskScripts scripts = scripts();
        Round round = new Round();

        assertThatThrownBy(() -> scripts.bar(ofOneBucket, bars(ofOneBucket), round))
                .isInstanceOf(RedisException.class);
        scripts.bar(SALE, bars(SALE), round);
        assertThat(asked).containsExactlyInAnyOrder(gate(ofOneBucket, 0), gate(SALE, 0), gate(SALE, 2), gate(SALE, 3));

        asked.clear();
        homes.clear();
        assertThatThrownBy(() -> scripts.bar(SALE, bars(SALE), new Round()))
                .as("the next round asks again")
                .isInstanceOf(RedisException.class)
                .hasMessage("away");
        assertThat(asked).containsExactlyInAnyOrder(gate(SALE, 0), gate(SALE, 1), gate(SALE, 2), gate(SALE, 3));
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            assertThat(homes.get(gate(SALE, bucket)))
                    .as("only of users who would ask it")
                    .containsExactly(bucket);
        }
    }
}
