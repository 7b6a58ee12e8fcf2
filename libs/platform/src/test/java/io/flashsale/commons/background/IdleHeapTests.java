package io.flashsale.commons.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IdleHeapTests {

    private final AtomicLong collections = new AtomicLong(7);
    private final AtomicInteger wholeHeap = new AtomicInteger();
    private final IdleHeap.Look task = new IdleHeap.Look(collections::get, wholeHeap::incrementAndGet);

    @Test
    void collectsOnceWhenNothingHasBeenCollectedSinceTheLastLook() {
        task.look();
        assertThat(wholeHeap).hasValue(0);
        task.look();
        task.look();
        assertThat(wholeHeap).hasValue(1);
    }

    @Test
    void collectsAgainOnlyAfterTheNextBusyTime() {
        task.look();
        task.look();
        for (int i = 0; i < 3; i++) {
            collections.incrementAndGet();
            task.look();
        }
        assertThat(wholeHeap).hasValue(1);
        task.look();
        task.look();
        assertThat(wholeHeap).hasValue(2);
    }
}
