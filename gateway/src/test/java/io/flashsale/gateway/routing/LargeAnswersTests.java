package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LargeAnswersTests {

    private static final byte[] SOME = {1};

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final LargeAnswers answers = new LargeAnswers(8, now::get);

    private LargeAnswers.@Nullable Passing take(String address) {
        return answers.take(address, () -> cancelled.incrementAndGet() > 0);
    }

    @Test
    void areFewAndFewerForOneAddress() {
        assertThat(take("192.0.2.1")).isNotNull();
        assertThat(take("192.0.2.1")).isNotNull();
        assertThat(take("192.0.2.1")).isNull();
        for (int i = 3; i <= 5; i++) {
            assertThat(take("192.0." + i + ".1")).isNotNull();
            assertThat(take("192.0." + i + ".1")).isNotNull();
        }
        assertThat(take("192.0.9.1")).isNull();
    }

    @Test
    void areHalfOfThemForOneNetwork() {
        for (int i = 1; i <= 4; i++) {
            assertThat(take("192.0.2." + i)).isNotNull();
        }
        assertThat(take("192.0.2.5")).isNull();
        assertThat(take("192.0.3.1")).isNotNull();
    }

    @Test
    void makePlaceWhenTheyEndOnce() {
        LargeAnswers.Passing first = take("192.0.2.1");
        take("192.0.2.1");
        assertThat(first).isNotNull();
        first.close();
        first.close();
        assertThat(take("192.0.2.1")).isNotNull();
        assertThat(take("192.0.2.1")).isNull();
    }

    @Test
    void endWhenTheirCallersHaveBeenWaitedForTooLongInAll() throws IOException {
        LargeAnswers.Passing passing = take("192.0.2.1");
        assertThat(passing).isNotNull();
        long most = LargeAnswers.TIMEOUT.toNanos();
        passing.write(slow(most - 2), SOME, 1);
        answers.endSlowOnes();
        assertThat(cancelled).hasValue(0);
        passing.write(slow(4), SOME, 1);
        assertThat(cancelled).hasValue(1);
        assertThat(take("192.0.2.1")).isNotNull();
        assertThat(take("192.0.2.1")).as("the place was given back").isNotNull();
    }

    @Test
    void mayBeMadeAsSlowlyAsTheServiceLikes() throws IOException {
        LargeAnswers.Passing passing = take("192.0.2.1");
        assertThat(passing).isNotNull();
        passing.write(slow(1), SOME, 1);
        now.addAndGet(2 * LargeAnswers.TIMEOUT.toNanos());
        answers.endSlowOnes();
        passing.write(slow(1), SOME, 1);
        assertThat(cancelled).hasValue(0);
    }

    /** A client that takes this long to read, by the clock of the answers. */
    private OutputStream slow(long nanos) {
        return new OutputStream() {
            @Override
            public void write(int one) {
                now.addAndGet(nanos);
                answers.endSlowOnes();
            }
        };
    }
}
