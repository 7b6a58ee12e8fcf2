package io.flashsale.auditor.sale;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NaiveSnapshotTests {

    /** @param buyers user ids, separated by spaces */
    private static NaiveSnapshot snapshot(long initial, long stock, String buyers) {
        List<OrderRow> orders = new ArrayList<>();
        for (String buyer : buyers.split(" ")) {
            orders.add(new OrderRow(orders.size() + 1, Long.parseLong(buyer), OrderStatus.AWAITING_PAYMENT, false));
        }
        return new NaiveSnapshot(3, "Naive", initial, stock, new OrderRows(orders));
    }

    @ParameterizedTest
    @CsvSource({
        "3, 1, 7 8, ''",
        "3, 2, 7 8, LOST_UPDATE",
        "1, 0, 7 8, LOST_UPDATE OVERSOLD",
        "1, -1, 7 8, AVAILABLE_NEGATIVE OVERSOLD",
        "3, 1, 7 7, DUPLICATE_BUYER"
    })
    void findsWhatIsWrong(long initial, long stock, String buyers, String found) {
        SaleVerdict verdict = snapshot(initial, stock, buyers).verdict(null, List.of(), Instant.EPOCH);
        assertThat(verdict.invariants()).hasSize(4);
        assertThat(verdict.invariants().stream()
                        .flatMap(line -> line.findings().stream())
                        .map(finding -> finding.kind().name())
                        .collect(joining(" ")))
                .isEqualTo(found);
        assertThat(verdict.holds()).isEqualTo(found.isEmpty());
        assertThat(verdict.sale().oversold()).isEqualTo(found.contains("OVERSOLD") ? 1 : 0);
    }

    @Test
    void doesNotJudgeTheStockInTheMiddleOfAPurchase() {
        SaleVerdict verdict = snapshot(3, 0, "7 8").verdict(null, List.of("purchases are being made"), Instant.EPOCH);
        assertThat(verdict.violated()).isFalse();
        assertThat(verdict.holds()).isFalse();
    }
}
