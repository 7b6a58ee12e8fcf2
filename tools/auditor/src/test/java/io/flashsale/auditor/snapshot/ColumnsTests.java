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
        assertThat(index.size()).isEqualTo(map.size());
    }

    @Test
    void aHolderThatAScanGivesTwiceCountsOnce() {
        Holders holders = new Holders().add(1, 10).add(2, 20).add(1, 10).add(1, 30);
        assertThat(holders.size()).isEqualTo(3);
        assertThat(holders.user(holders.find(20))).isEqualTo(2);
        assertThat(holders.user(holders.find(30))).isEqualTo(1);
    }

    @Test
    void keepsTheRowsOfALargeSale() {
        OrderRows orders = new OrderRows();
        for (int i = 0; i < 100_000; i++) {
            orders.add(1_000_000_000_000L + i * 16L, i, OrderStatus.PAID, false);
        }
        assertThat(orders.active()).isEqualTo(100_000);
        assertThat(orders.user(orders.find(1_000_000_000_000L + 77_777 * 16L))).isEqualTo(77_777);
    }
}
