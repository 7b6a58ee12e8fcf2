package io.flashsale.stock.waitinglist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FrontOfLineTests {

    private static final long SALE = 7;

    private final WaitingListMapper list = mock(WaitingListMapper.class);
    private long nanos;
    private final FrontOfLine front = new FrontOfLine(list, () -> nanos);

    private void inLine(LongStream places) {
        List<Long> first = places.limit(FrontOfLine.MAX_AHEAD).boxed().toList();
        when(list.first(SALE, FrontOfLine.MAX_AHEAD)).thenReturn(first);
    }

    private void assertReads(int count) {
        verify(list, times(count)).first(anyLong(), anyInt());
    }

    @Test
    void shouldReadOnceASecondHoweverManyShoppersAsk() {
        inLine(LongStream.rangeClosed(1, 100_000));
        for (long place = 1; place <= 100_000; place++) {
            assertThat(front.ahead(SALE, place)).isEqualTo((int) Math.min(place - 1, FrontOfLine.MAX_AHEAD));
        }
        assertReads(1);
        nanos += Duration.ofSeconds(1).toNanos();
        inLine(LongStream.rangeClosed(51, 100_000));
        assertThat(front.ahead(SALE, 61)).isEqualTo(10);
        assertReads(2);
    }

    @Test
    void shouldReadAgainForAShopperWhoHasJoinedSince() {
        inLine(LongStream.of(3, 5));
        assertThat(front.ahead(SALE, 5)).isEqualTo(1);
        inLine(LongStream.of(3, 5, 6, 9));
        assertThat(front.ahead(SALE, 9)).isEqualTo(3);
        assertThat(front.ahead(SALE, 6)).isEqualTo(2);
        assertReads(2);
    }

    @Test
    void shouldCountThoseBeforeAPlaceThatWasCommittedLater() {
        inLine(LongStream.of(3, 9));
        assertThat(front.ahead(SALE, 9)).isEqualTo(1);
        assertThat(front.ahead(SALE, 6)).isEqualTo(1);
        assertReads(1);
    }
}
