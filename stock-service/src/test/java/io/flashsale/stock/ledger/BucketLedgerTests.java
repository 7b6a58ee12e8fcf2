package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.admission.bucket.NotMovedException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.SimpleTransactionStatus;

/** Certainty about a failed move: if nothing was moved for certain, the units are put back. */
class BucketLedgerTests {

    private static final long SALE = 7;

    private final LedgerMapper rows = mock();
    private final PlatformTransactionManager transactions = mock();
    private final BucketLedger ledger = new BucketLedger(rows, transactions);

    @BeforeEach
    void allIsWell() {
        when(transactions.getTransaction(any())).thenReturn(new SimpleTransactionStatus());
        when(rows.lock(anyLong(), anyInt(), anyInt())).thenReturn(List.of(0, 1));
        when(rows.move(anyLong(), anyInt(), anyLong())).thenReturn(1);
    }

    private long move(LongSupplier take) {
        return ledger.move("m", SALE, 0, 1, take);
    }

    @Test
    void shouldSayHowManyWereMovedOnceThatIsCommitted() {
        assertThat(move(() -> 3)).isEqualTo(3);
        verify(transactions).commit(any());
    }

    /** The connection may break before the answer: MySQL may have committed all the same. */
    @Test
    void shouldNotSayThatNothingWasMovedWhenTheCommitFails() {
        TransactionSystemException lost = new TransactionSystemException("no answer to the commit");
        doThrow(lost).when(transactions).commit(any());
        assertThat(catchThrowable(() -> move(() -> 3))).isSameAs(lost);
    }

    @Test
    void shouldSayThatNothingWasMovedWhenAStatementFails() {
        IllegalStateException fault = new IllegalStateException("away");
        when(rows.move(anyLong(), anyInt(), anyLong())).thenThrow(fault);
        assertThatThrownBy(() -> move(() -> 3))
                .isInstanceOf(NotMovedException.class)
                .hasCause(fault);
        verify(transactions).rollback(any());
        verify(transactions, never()).commit(any());
    }

    /** MySQL rolls back what nobody commits, whether or not it receives the rollback. */
    @Test
    void shouldSayThatNothingWasMovedWhenTheRollbackFailsToo() {
        doThrow(new TransactionSystemException("no answer to the rollback"))
                .when(transactions)
                .rollback(any());
        assertThatThrownBy(() -> move(() -> {
                    throw new IllegalStateException("away");
                }))
                .isInstanceOf(NotMovedException.class);
        verify(transactions, never()).commit(any());
    }

    @Test
    void shouldAskNobodyForUnitsWithoutATransaction() {
        when(transactions.getTransaction(any())).thenThrow(new CannotCreateTransactionException("no connection"));
        AtomicBoolean asked = new AtomicBoolean();
        assertThatThrownBy(() -> move(() -> {
                    asked.set(true);
                    return 3;
                }))
                .isInstanceOf(NotMovedException.class);
        assertThat(asked).isFalse();
    }
}
