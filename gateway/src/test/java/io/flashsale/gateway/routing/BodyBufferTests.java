package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyBufferTests {

    private static final int MAX = 64 * 1024;
    private static final int FREE = BodyBuffer.FREE_BYTES;

    private final BufferBudget budget = new BufferBudget(100_000, 100_000);

    static byte[] body(int size) {
        byte[] body = new byte[size];
        new Random(1).nextBytes(body);
        return body;
    }

    private static boolean filled(BodyBuffer buffer, byte[] body, long declared) throws IOException {
        return buffer.fill(new ByteArrayInputStream(body), declared, MAX);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0", "0, -1", "1, 1", "1, -1", "8191, 8191",
        "8191, -1", "8192, 8192", "8192, -1", "8193, 8193", "65536, 65536",
        "65536, -1", "20000, 20000", "20000, -1", "20000, 10",
    })
    void keepsWhatIsNotTooLargeWhateverWasAnnounced(int size, long declared) throws IOException {
        byte[] body = body(size);
        try (BodyBuffer buffer = new BodyBuffer(budget.of("192.0.2.1"))) {
            assertThat(filled(buffer, body, declared)).isTrue();
            assertThat(Arrays.copyOf(buffer.bytes(), buffer.length())).isEqualTo(body);
        }
        assertThat(budget.taken()).isZero();
    }

    @Test
    void takesNothingForWhatIsSmall() throws IOException {
        try (BodyBuffer buffer = new BodyBuffer(new BufferBudget(0, 0).of("192.0.2.1"))) {
            assertThat(filled(buffer, body(FREE - 1), -1)).isTrue();
        }
    }

    @Test
    void takesAsMuchAsHasComeNotAsWasAnnounced() {
        try (BodyBuffer buffer = new BodyBuffer(budget.of("192.0.2.1"))) {
            InputStream failing = RequestBodiesTests.failing(new IOException("broken off"));
            InputStream breaksOff = new SequenceInputStream(new ByteArrayInputStream(body(FREE / 2)), failing);
            assertThatThrownBy(() -> buffer.fill(breaksOff, MAX, MAX)).hasMessage("broken off");
            assertThat(budget.taken()).isZero();
        }
    }

    @Test
    void stopsWhenThereIsMore() throws IOException {
        try (BodyBuffer buffer = new BodyBuffer(budget.of("192.0.2.1"))) {
            assertThat(filled(buffer, body(MAX + 2), -1)).isFalse();
            assertThat(buffer.length()).isEqualTo(MAX + 1);
            assertThat(budget.taken()).isEqualTo(MAX + 1 - FREE);
        }
        assertThat(budget.taken()).isZero();
    }

    @Test
    void stopsWhenTheBudgetIsUsedUpAndLosesNothing() throws IOException {
        byte[] body = body(MAX);
        try (BodyBuffer first = new BodyBuffer(budget.of("192.0.2.1"));
                BodyBuffer second = new BodyBuffer(budget.of("192.0.2.1"))) {
            assertThat(filled(first, body, MAX)).isTrue();
            assertThat(filled(second, body, MAX)).isFalse();
            assertThat(Arrays.copyOf(second.bytes(), second.length())).isEqualTo(Arrays.copyOf(body, second.length()));
        }
        assertThat(budget.taken()).isZero();
        try (BodyBuffer third = new BodyBuffer(budget.of("192.0.2.1"))) {
            assertThat(filled(third, body, MAX)).isTrue();
            third.close();
            assertThat(budget.taken()).as("closed twice").isZero();
        }
    }
}
