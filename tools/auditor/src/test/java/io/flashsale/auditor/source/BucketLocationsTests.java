package io.flashsale.auditor.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BucketLocationsTests {

    /** The services have the same function, written separately; both must produce these values. */
    @Test
    void shouldKnowTheBucketsOfShoppers() {
        assertThat(LongStream.of(1, 2, 3, 1_000_000, Long.MAX_VALUE).mapToInt(user -> BucketLocations.home(user, 8)))
                .containsExactly(5, 2, 0, 6, 5);
        assertThat(BucketLocations.home(123, 1)).isZero();
    }

    @Test
    void shouldKnowWhereABucketIs() {
        assertThat(BucketLocations.gate("sale", 7, 0)).isEqualTo("{s7}:sale:7");
        assertThat(BucketLocations.gate("sale", 42, 3)).isEqualTo("{s13}:sale:42:bucket:3");
        assertThat(BucketLocations.nameInOutbox(7, 0)).isEqualTo("7");
        assertThat(BucketLocations.nameInOutbox(7, 2)).isEqualTo(Long.toString(7 + (2L << 48)));
        assertThat(IntStream.range(0, 16).map(bucket -> BucketLocations.partition(3, bucket, 16)))
                .containsExactly(3, 11, 7, 15, 5, 13, 9, 1, 4, 12, 8, 0, 6, 14, 10, 2);
    }
}
