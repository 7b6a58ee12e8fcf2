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

    @Test
    void countsEverythingThatIsUnderWay() {
        assertThat(new InFlight(1, 5, 2, 3, 4).total()).isEqualTo(15);
        assertThat(new InFlight(1, 5, 2, 3, 4).kafkaLag()).isEqualTo(6);
    }
}
