package io.flashsale.commons.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BatchPartsTests {

    private final SortedMap<Long, String> parts = new TreeMap<>();
    private final List<String> done = new ArrayList<>();

    @Test
    void shouldDoTheOthersAndThenFailWithTheFirstFault() {
        parts.put(1L, "done");
        parts.put(2L, "the first fault");
        parts.put(3L, "done, too");
        parts.put(4L, "the second fault");
        assertThatThrownBy(() -> BatchParts.doAll(parts, this::work))
                .hasMessage("the first fault")
                .satisfies(fault -> assertThat(fault.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("the second fault"));
        assertThat(done).containsExactly("done", "done, too");
    }

    @Test
    void shouldBeginNoFurtherPartOnceItIsToStop() {
        parts.put(1L, "a fault");
        parts.put(2L, "not begun");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> BatchParts.doAll(parts, this::work)).hasMessage("a fault");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(done).isEmpty();
    }

    private void work(long id, String part) {
        if (part.endsWith("fault")) {
            throw new IllegalStateException(part);
        }
        done.add(part);
    }
}
