package io.flashsale.auditor.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.auditor.snapshot.InFlight;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class QueueReaderTests {

    /** AuditIT compares this with the partition that a producer chooses. */
    @Test
    void aSaleHasOnePartitionAndSalesAreSpread() {
        List<Integer> used = LongStream.range(0, 500)
                .mapToInt(sale -> QueueReader.partitionOf(sale, 16))
                .boxed()
                .distinct()
                .sorted()
                .toList();
        assertThat(used).isEqualTo(IntStream.range(0, 16).boxed().toList());
    }

    /** Messages stay in the partition that their key had when there were fewer, but never fewer than 16. */
    @Test
    void shouldLookInEachPartitionThatASaleCanHaveHadSincePartitionsWereAdded() {
        assertThat(QueueReader.everUsed(18, partitions -> IntStream.of(partitions - 16)))
                .containsExactly(0, 1, 2);
        assertThat(QueueReader.everUsed(18, _ -> IntStream.of(3))).containsExactly(3);
        assertThat(QueueReader.everUsed(4, partitions -> IntStream.of(partitions - 1)))
                .as("a topic that somebody made with fewer")
                .containsExactly(3);
    }

    @Test
    void countsEverythingThatIsUnderWay() {
        assertThat(new InFlight(1, 5, 2, 3, 4).total()).isEqualTo(15);
        assertThat(new InFlight(1, 5, 2, 3, 4).kafkaLag()).isEqualTo(6);
    }
}
