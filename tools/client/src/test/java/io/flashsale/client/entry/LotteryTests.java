package io.flashsale.client.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.client.entry.WaitingRoomStatus.State;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LotteryTests {

    private static final String SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    private static final Lottery TEN = new Lottery("hash", SEED, 10L);
    private static final Lottery NOT_DRAWN = new Lottery("hash", null, null);

    private static WaitingRoomStatus serving(EntryMode mode, @Nullable Lottery lottery, long place) {
        return new WaitingRoomStatus(mode, 20, place, State.SERVING, lottery);
    }

    /** The example of docs/lottery.md. */
    @Test
    void shouldComputeThePlacesThatTheDocumentationNames() {
        assertThat(LongStream.rangeClosed(1, 10).map(TEN::placeOf).boxed())
                .containsExactly(9L, 7L, 10L, 1L, 4L, 5L, 3L, 2L, 8L, 6L);
    }

    @Test
    void shouldGiveEachPlaceOnce() {
        for (long size : new long[] {1, 2, 3, 4, 5, 16, 17, 500}) {
            Lottery lottery = new Lottery("hash", SEED, size);
            assertThat(LongStream.rangeClosed(1, size).map(lottery::placeOf))
                    .doesNotHaveDuplicates()
                    .allMatch(place -> place >= 1 && place <= size);
        }
    }

    @Test
    void shouldPutWhoeverComesLaterBehind() {
        assertThat(TEN.placeOf(11)).isEqualTo(11);
        assertThat(new Lottery("hash", SEED, 0L).placeOf(3)).isEqualTo(3);
    }

    @Test
    void shouldKnowNoPlaceBeforeItIsDrawn() {
        assertThatThrownBy(() -> NOT_DRAWN.placeOf(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldSayWhoseTurnItIs() {
        assertThat(serving(EntryMode.LOTTERY, TEN, 1).hasServed(4)).isTrue();
        assertThat(serving(EntryMode.LOTTERY, TEN, 1).hasServed(1)).isFalse();
        assertThat(serving(EntryMode.LOTTERY, NOT_DRAWN, 5).hasServed(1)).isFalse();
        assertThat(serving(EntryMode.LOTTERY, null, 5).hasServed(1)).isFalse();
        assertThat(serving(EntryMode.QUEUE, null, 5).hasServed(5)).isTrue();
        assertThat(serving(EntryMode.QUEUE, null, 5).hasServed(6)).isFalse();
    }
}
