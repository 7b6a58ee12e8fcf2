package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeadDeadlineTests {

    private final AtomicLong now = new AtomicLong();
    private final HeadDeadline<String> heads = new HeadDeadline<>(Duration.ofNanos(100), now::get);

    @Test
    void countsFromTheFirstByteHoweverManyFollow() {
        heads.incomplete("slow");
        now.set(90);
        heads.incomplete("slow");
        assertThat(heads.isOver("slow")).isFalse();
        now.set(101);
        heads.incomplete("slow");
        assertThat(heads.isOver("slow")).isTrue();
        assertThat(heads.isOver("another")).isFalse();
    }

    @Test
    void beginsAnewWithTheNextRequest() {
        heads.incomplete("kept");
        heads.done("kept");
        now.set(1_000);
        assertThat(heads.isOver("kept")).isFalse();
    }
}
