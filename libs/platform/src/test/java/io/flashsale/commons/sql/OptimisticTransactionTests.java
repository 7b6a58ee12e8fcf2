package io.flashsale.commons.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DeadlockLoserDataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;

class OptimisticTransactionTests {

    private final Counter conflicts = new SimpleMeterRegistry().counter("conflicts");
    private final Transactions transactions = new Transactions();
    private final OptimisticTransaction transaction = new OptimisticTransaction(transactions, conflicts);
    private int tries;

    /** Records how each transaction began and ended. */
    private static final class Transactions implements PlatformTransactionManager {

        final List<String> steps = new ArrayList<>();
        private @Nullable RuntimeException failingCommit;

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            assertThat(definition).isNotNull();
            assertThat(definition.getIsolationLevel()).isEqualTo(TransactionDefinition.ISOLATION_READ_COMMITTED);
            steps.add("begin");
            return new SimpleTransactionStatus();
        }

        @Override
        public void commit(TransactionStatus status) {
            RuntimeException fault = failingCommit;
            failingCommit = null;
            if (fault != null) {
                throw fault;
            }
            steps.add("commit");
        }

        @Override
        public void rollback(TransactionStatus status) {
            steps.add("rollback");
        }
    }

    /** Spring's exceptions for MySQL's error 1213, for a duplicate key, and for a version that has moved on. */
    static Stream<RuntimeException> collisions() {
        return Stream.of(
                new DeadlockLoserDataAccessException("Deadlock found when trying to get lock", new RuntimeException()),
                new CannotAcquireLockException("Deadlock found", new SQLException("Deadlock found", "40001", 1213)),
                new DuplicateKeyException("Duplicate entry"),
                new OptimisticLockingFailureException("the row has changed since it was read"));
    }

    private Supplier<String> failing(int times, RuntimeException fault) {
        return () -> {
            if (++tries <= times) {
                throw fault;
            }
            return "done";
        };
    }

    @ParameterizedTest
    @MethodSource("collisions")
    void shouldTryAgainInATransactionOfItsOwnAfterACollision(RuntimeException collision) {
        assertThat(transaction.execute(failing(1, collision))).isEqualTo("done");

        assertThat(transactions.steps).containsExactly("begin", "rollback", "begin", "commit");
        assertThat(conflicts.count()).isEqualTo(1);
    }

    @Test
    void shouldTryAgainWhenTheDatabaseBreaksADeadlockOnlyAtTheCommit() {
        transactions.failingCommit = new CannotAcquireLockException("Deadlock found when trying to get lock");

        assertThat(transaction.execute(failing(0, new IllegalStateException()))).isEqualTo("done");

        assertThat(tries).isEqualTo(2);
        assertThat(conflicts.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("collisions")
    void shouldGiveUpWithTheLastCollisionWhenAllTriesAreUsedUp(RuntimeException collision) {
        assertThatThrownBy(() -> transaction.execute(failing(Integer.MAX_VALUE, collision)))
                .isSameAs(collision);

        assertThat(tries).isEqualTo(20);
        assertThat(conflicts.count()).isEqualTo(20);
        assertThat(transactions.steps).hasSize(40).doesNotContain("commit");
    }

    /** Waiting again for a row that stayed locked would keep a connection for as long again. */
    static Stream<Arguments> notToBeRepeated() {
        SQLException stayedLocked = new SQLException("Lock wait timeout exceeded", "40001", 1205);
        return Stream.of(
                Arguments.of(new CannotAcquireLockException("a row stayed locked", stayedLocked), 1.0),
                Arguments.of(new DataIntegrityViolationException("no collision: data too long"), 0.0));
    }

    @ParameterizedTest
    @MethodSource("notToBeRepeated")
    void shouldNotTryAgain(RuntimeException fault, double counted) {
        assertThatThrownBy(() -> transaction.execute(failing(1, fault))).isSameAs(fault);

        assertThat(transactions.steps).containsExactly("begin", "rollback");
        assertThat(conflicts.count()).isEqualTo(counted);
    }

    @Test
    void shouldEndWhenItIsInterruptedBetweenTwoTries() {
        Supplier<String> interrupted = () -> {
            tries++;
            Thread.currentThread().interrupt();
            throw new DuplicateKeyException("Duplicate entry");
        };

        assertThatThrownBy(() -> transaction.execute(interrupted)).hasCauseInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).as("is left noted").isTrue();
        assertThat(tries).isEqualTo(1);
    }

    @Test
    void shouldTakeARowThatWasNotUpdatedForACollision() {
        assertThatThrownBy(() -> transaction.requireOne(0)).isInstanceOf(OptimisticLockingFailureException.class);
        transaction.requireOne(1);
    }
}
