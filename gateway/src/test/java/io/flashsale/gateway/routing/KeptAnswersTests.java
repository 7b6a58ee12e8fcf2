package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeptAnswersTests {

    private static final long TIMEOUT = KeptAnswers.TIMEOUT.toNanos();

    private final AtomicLong now = new AtomicLong();
    private final KeptAnswers answers = new KeptAnswers(now::get);
    private final BufferBudget budget = new BufferBudget(100_000, 100_000);
    private int keptMeanwhile = -1;

    private BodyBuffer kept(int size) throws IOException {
        BodyBuffer answer = new BodyBuffer(budget.of("192.0.2.1"));
        assertThat(answer.fill(new ByteArrayInputStream(BodyBufferTests.body(size)), size, size))
                .isTrue();
        return answer;
    }

    /** A client that takes this long for each piece, by the clock of the answers. */
    private OutputStream slow(long nanos) {
        return new OutputStream() {
            @Override
            public void write(int one) {
                throw new AssertionError("byte by byte");
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                now.addAndGet(nanos);
                answers.endSlowOnes();
                keptMeanwhile = budget.taken();
            }
        };
    }

    @Test
    void areWrittenWhole() throws IOException {
        for (int size : new int[] {100, 8_192, 8_193, 20_000, 65_536}) {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            try (BodyBuffer answer = kept(size)) {
                assertThat(answers.write(answer, read)).isTrue();
                assertThat(read.toByteArray()).isEqualTo(Arrays.copyOf(answer.bytes(), size));
            }
        }
        assertThat(budget.taken()).isZero();
    }

    @Test
    void areGivenBackWhenTheirCallerHasTakenTooLong() throws IOException {
        BodyBuffer answer = kept(60_000);
        assertThat(answers.write(answer, slow(TIMEOUT / 3))).isFalse();
        assertThat(budget.taken()).isZero();
        assertThat(answer.bytes()).isEmpty();
    }

    @Test
    void areGivenBackWhileTheirCallerStillTakesAPiece() throws IOException {
        BodyBuffer answer = kept(60_000);
        assertThat(answers.write(answer, slow(TIMEOUT + 1))).isFalse();
        assertThat(keptMeanwhile).isZero();
    }

    @Test
    void mayTakeAsLongAsTheyLikeWhenTheyTakeNothingFromOthers() throws IOException {
        try (BodyBuffer answer = kept(8_000)) {
            assertThat(answers.write(answer, slow(10 * TIMEOUT))).isTrue();
        }
    }
}
