package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.stock.Deduct;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerControllerTests {

    private final StockGates gates = mock(StockGates.class);
    private final LedgerController controller = new LedgerController(mock(LedgerService.class), gates);

    /** Otherwise the open gate of the bucket would be deleted. */
    @Test
    void shouldNotTakeTheGateOfABucketForThatOfAnUnknownSale() {
        Deduct ofAGate = new Deduct(Buckets.gate(5, 3), List.of(new Deduct.Line(1, 7, 100, 1)));
        assertThatThrownBy(() -> controller.deduct(ofAGate))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("knows no such sale");
        verifyNoInteractions(gates);
    }
}
