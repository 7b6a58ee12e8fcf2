package io.flashsale.locklab.judging;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.own.OwnFile;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.scheduler.Move;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Explores the repository's files on real processes and servers: the faulty ones are found out, the others hold. */
class InterleavingsIT {

    private static final Duration LONG = Duration.ofMinutes(30);

    @AutoClose
    private static final Laboratory LABORATORY =
            new Laboratory(Path.of("target/own-" + ProcessHandle.current().pid()));

    private static Interleavings interleavings(String file) {
        return new Interleavings(OwnFile.compile(Path.of("my-locks", file + ".java")), LABORATORY);
    }

    /** Each run finds the fault, and the printed moves reproduce it. */
    @ParameterizedTest
    @CsvSource({"MyLock, 2, OVERSOLD"})
    void findsTheFault(String file, int interruptions, Damage.Kind kind) {
        Interleavings interleavings = interleavings(file);
        Interleavings.Result result = interleavings.explore(interruptions, LONG);
        Interleavings.Counterexample found = Objects.requireNonNull(result.counterexample(), result::toString);
        assertThat(found.damage().kind()).as(found.toString()).isEqualTo(kind);
        List<ReplayedMove> again = interleavings.replay(found.moves());
        assertThat(again).as(again.toString()).hasSameSizeAs(found.moves());
        if (!file.matches(".*DeductStock[12]")) { // which send no command themselves
            assertThat(again.stream().filter(move -> move.line() > 0)).isNotEmpty();
        }
        if (kind == Damage.Kind.OVERSOLD) {
            ReplayedMove last = again.getLast();
            assertThat(Math.max(last.sold(), last.sold() + last.left())).isGreaterThan(1);
        }
    }

    @Tag("weekly")
    @ParameterizedTest
    @CsvSource({
        "hunt/LostWakeUp, 2, STUCK",
        "hunt/BurnedFlag, 1, OVERSOLD",
        "hunt/SwallowedException, 0, LOST",
        "hunt/DeductStock1, 1, OVERSOLD",
        "hunt/DeductStock2, 1, OVERSOLD",
        "hunt/DeductStock3, 1, STUCK",
        "hunt/DeductStock4, 1, STUCK",
        "hunt/DeductStock5, 2, OVERSOLD",
        "hunt/TwoSteps, 1, STUCK",
        "hunt/CountedInThread, 2, OVERSOLD",
        "hunt/CountThenInsert, 1, OVERSOLD",
        "hunt/OrderStays, 1, OVERSOLD",
        "hunt/UnlockBeforeCommit, 1, OVERSOLD",
        "hunt/LowLock, 2, STUCK",
        "hunt/HighLock, 2, STUCK",
        "hunt/CaughtException, 1, STUCK"
    })
    void findsTheFaultsOfTheHunt(String file, int interruptions, Damage.Kind kind) {
        findsTheFault(file, interruptions, kind);
    }

    @ParameterizedTest
    @CsvSource({"cures/TokenLock, 1"})
    void findsNothing(String file, int interruptions) {
        Interleavings.Result result = interleavings(file).explore(interruptions, LONG);
        assertThat(result.counterexample()).isNull();
        assertThat(result.inTime()).isTrue();
        assertThat(result.orders() - result.notFollowed()).as(result.toString()).isPositive();
    }

    @Tag("weekly")
    @ParameterizedTest
    @CsvSource({
        "cures/KeptWakeUp, 1",
        "cures/FlagInTransaction, 1",
        "cures/RowLocks, 1",
        "cures/CountedInRedis, 1",
        "cures/NodeQueue, 1"
    })
    void findsNothingInTheCures(String file, int interruptions) {
        findsNothing(file, interruptions);
    }

    @Test
    void endsWhenTheTimeIsOver() {
        Interleavings.Result result = interleavings("cures/TokenLock").explore(3, Duration.ofMillis(1));
        assertThat(result.inTime()).isFalse();
        assertThat(result.counterexample()).isNull();
    }

    @Test
    void countsASequenceOfMovesAsItIsWritten() {
        List<ReplayedMove> moves =
                interleavings("MyLock").replay(Move.parse("aaebbbbaa").orElseThrow());
        assertThat(moves.getLast().sold()).as(moves.toString()).isEqualTo(2);
        assertThat(moves.getFirst().what()).startsWith("SET lock:item-");
        assertThat(moves.getFirst().line()).isPositive();
        assertThat(moves.getFirst().stored())
                .singleElement()
                .asString()
                .startsWith("lock:item-")
                .endsWith("(expires)");
        assertThat(moves.get(2).what()).isEqualTo("all leases end");
        assertThat(moves.get(2).stored()).isEmpty();
    }
}
