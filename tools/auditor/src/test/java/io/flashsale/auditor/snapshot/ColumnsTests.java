package io.flashsale.auditor.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ColumnsTests {

    @Test
    void anIndexFindsWhatAMapFinds() {
        RandomGenerator random = new Random(1);
        Map<Long, Integer> map = new HashMap<>();
        LongIndex index = new LongIndex(1);
        for (int i = 0; i < 200_000; i++) {
            // Some close together, as ids are, some far apart, some negative, some twice.
            long key = random.nextInt(3) == 0 ? random.nextLong() : random.nextLong(50_000) << 4;
            assertThat(index.put(key, i)).isEqualTo(map.putIfAbsent(key, i) == null);
        }
        map.forEach((key, place) -> assertThat(index.find(key)).isEqualTo(place));
        assertThat(index.find(7)).isEqualTo(-1);
    }

    @Test
    void aHolderThatAScanGivesTwiceCountsOnce() {
        Holders holders = new Holders().add(1, 10).add(2, 20).add(1, 10).add(1, 30);
        assertThat(holders.size()).isEqualTo(3);
        assertThat(holders.user(holders.find(20))).isEqualTo(2);
        assertThat(holders.user(holders.find(30))).isEqualTo(1);
    }
}
