package io.flashsale.loadtest.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.loadtest.verdict.Board.Drawn;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DrawnSequenceTests {

    private static final byte[] SEED =
            HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");

    private static LongStream places(long size, long numbers) {
        DrawnSequence sequence = new DrawnSequence(new Drawn(SEED, size));
        return LongStream.rangeClosed(1, numbers).map(sequence::placeOf);
    }

    /** The example of docs/lottery.md. */
    @Test
    void computesWhatTheDocumentsSay() {
        assertThat(places(10, 10)).containsExactly(9L, 7L, 10L, 1L, 4L, 5L, 3L, 2L, 8L, 6L);
    }

    @Test
    void givesEachPlaceOnce() {
        for (long size : new long[] {1, 2, 3, 4, 5, 16, 17, 500}) {
            assertThat(places(size, size)).doesNotHaveDuplicates().allMatch(place -> place >= 1 && place <= size);
        }
    }

    @Test
    void leavesThemTheirNumbersWhoCameLater() {
        assertThat(places(10, 13).skip(10)).containsExactly(11L, 12L, 13L);
        assertThat(places(0, 3)).containsExactly(1L, 2L, 3L);
    }
}
