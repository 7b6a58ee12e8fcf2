package io.flashsale.admission.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.contracts.reservation.StockReservedGroup;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BucketsTests {

    private final StockGateKeys keys = new StockGateKeys("sale");

    @Test
    void shouldNotChangeAnythingForACampaignWithOneBucket() {
        assertThat(Buckets.homeGate(7, 123, 1)).isEqualTo(7);
        assertThat(keys.gate(Buckets.gate(7, 0))).isEqualTo("{s7}:sale:7");
        assertThat(Shards.of(23)).isEqualTo(7);
        assertThat(Buckets.name(7)).isEqualTo("7");
    }

    @Test
    void shouldPutEachBucketOfACampaignIntoAnotherShard() {
        assertThat(IntStream.range(0, Buckets.MAX).map(bucket -> Shards.of(Buckets.gate(42, bucket))))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, Shards.COUNT).boxed().toList());
        assertThat(keys.holders(Buckets.gate(42, 3))).isEqualTo("{s13}:sale:42:bucket:3:holders");
    }

    @Test
    void shouldTellOfAGateWhatItIsOf() {
        long gate = Buckets.gate(4_711, 15);
        assertThat(Buckets.campaignOf(gate)).isEqualTo(4_711);
        assertThat(Buckets.bucketOf(gate)).isEqualTo(15);
        assertThat(Buckets.isCampaign(gate)).isFalse();
        assertThat(Buckets.isCampaign(4_711)).isTrue();
        assertThat(Buckets.isCampaign(StockReservedGroup.MAX_SALE_ID)).isTrue();
        assertThat(Buckets.isCampaign(StockReservedGroup.MAX_SALE_ID + 1)).isFalse();
        assertThat(Buckets.isCampaign(-1)).isFalse();
        assertThat(Buckets.name(gate)).isEqualTo("4711 (bucket 15)");
        assertThatThrownBy(() -> Buckets.gate(1, 16)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Also if ids rise by the number of buckets. A database cluster may give each node every eighth id. */
    @Test
    void shouldSpreadUsersEvenlyWhateverTheirIdsAre() {
        for (int step : new int[] {1, 8, 1_000}) {
            for (int buckets = 2; buckets <= Buckets.MAX; buckets++) {
                int count = buckets;
                long[] users = new long[buckets];
                LongStream.range(0, 16_000).map(i -> 1 + i * step).forEach(user -> users[Buckets.home(user, count)]++);
                double even = 16_000.0 / buckets;
                assertThat(LongStream.of(users))
                        .allSatisfy(here -> assertThat(here.doubleValue()).isBetween(0.8 * even, 1.2 * even));
            }
        }
    }

    /** The auditor has a copy of the function; both must give these results. */
    @Test
    void shouldKeepEachUserWhereHeIs() {
        assertThat(LongStream.of(1, 2, 3, 1_000_000, Long.MAX_VALUE).mapToInt(user -> Buckets.home(user, 8)))
                .containsExactly(5, 2, 0, 6, 5);
    }

    @Test
    void shouldPutBucketsIntoPartitionsThatAreAsFarFromEachOtherAsPossible() {
        assertThat(IntStream.range(0, 16).map(bucket -> Buckets.partitionShift(bucket, 16)))
                .containsExactly(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
        assertThat(IntStream.range(0, 16).map(bucket -> Buckets.partitionShift(bucket, 4)))
                .as("fewer partitions than buckets")
                .allMatch(shift -> shift < 4);
    }
}
