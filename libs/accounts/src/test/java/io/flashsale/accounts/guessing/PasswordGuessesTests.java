package io.flashsale.accounts.guessing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PasswordGuessesTests {

    private static final String STRANGER = "192.0.2.66";
    private static final String HOME = "198.51.100.5";

    private final PasswordGuesses guesses =
            new PasswordGuesses(new GuessProperties(Duration.ofHours(1), Duration.ofHours(5)));

    private long begun(String name, String address, int attempts) {
        return IntStream.range(0, attempts)
                .filter(n -> guesses.begin(name, address) == 0)
                .count();
    }

    @Test
    void makeWhoeverGuessesWaitFromWherever() {
        assertThat(begun("alice", STRANGER, 1_000)).isEqualTo(11);
        assertThat(guesses.begin("ALICE", "203.0.113.1")).isPositive();
        assertThat(guesses.begin("bob", STRANGER)).isZero();
    }

    @Test
    void keepNobodyOutWhoHasLoggedInFromHisNetworkBefore() {
        guesses.begin("alice", HOME);
        guesses.succeeded("alice", HOME);
        begun("alice", STRANGER, 1_000);
        assertThat(guesses.begin("Alice", "198.51.100.77"))
                .as("the same network")
                .isZero();
    }

    @Test
    void countInANetworkThatIsKnown() {
        guesses.succeeded("alice", HOME);
        assertThat(begun("alice", HOME, 1_000)).isEqualTo(11);
        assertThat(guesses.begin("alice", STRANGER)).as("a count of its own").isZero();
    }

    @Test
    void areNotForgottenBecauseTheHolderLogsInAtHome() {
        guesses.succeeded("alice", HOME);
        begun("alice", STRANGER, 1_000);
        guesses.begin("alice", HOME);
        guesses.succeeded("alice", HOME);
        assertThat(guesses.begin("alice", STRANGER)).isPositive();
    }

    @Test
    void takeNobodyForKnownByTheNameOfAnother() {
        guesses.succeeded("bob", STRANGER);
        assertThat(begun("alice", STRANGER, 1_000)).isEqualTo(11);
        assertThat(guesses.begin("alice", "203.0.113.1")).isPositive();
    }
}
