package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.entry.Clearing.Cleared;
import io.flashsale.entry.EntryScripts.Fact;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rebuilds of an entry when Redis answers late. So calls are repeated, and run in any sequence. */
@Tag("long")
class EntryMakingIT extends EntryFixture {

    /** MySQL lets no run of the server give numbers. */
    private static final String NONE = "";

    private long sale;

    @BeforeEach
    void haveASaleThatNobodyElseLooksAfter() {
        sale = sale("{\"mode\": \"QUEUE\"}", 10, open());
        rounds.stop();
    }

    @AfterEach
    void goOn() {
        rounds.start();
    }

    private Clearing clear(String old, String making) {
        return scripts.clear(sale, NONE, old, making);
    }

    private Cleared cleared(String making) {
        return (Cleared) clear(scripts.making(sale), making);
    }

    private boolean fill(Cleared cleared, long user) {
        return scripts.fill(sale, cleared, Stream.of(new Fact("NUMBER", Long.toString(user), user + ":0")));
    }

    private boolean open(Cleared cleared) {
        return scripts.open(sale, cleared, 1, 1, 0, 0);
    }

    @Test
    void shouldNotForgetWhatWasFilledInSinceACallThatComesOnceMore() {
        String old = scripts.making(sale);
        Cleared cleared = (Cleared) clear(old, "one");
        assertThat(fill(cleared, 1)).isTrue();
        assertThat(clear(old, "one")).isInstanceOf(Cleared.class);
        assertThat(scripts.given(sale, 1)).isPresent();
        assertThat(open(cleared)).isTrue();
        assertThat(clear(old, "one")).isInstanceOf(Cleared.class);
        assertThat(scripts.given(sale, 1)).isPresent();
        assertThat(scripts.look(sale)).isPresent();
    }

    @Test
    void shouldNotForgetWhatSomebodyElseHasBegunSince() {
        String old = scripts.making(sale);
        Cleared other = cleared("other");
        assertThat(fill(other, 1)).isTrue();
        assertThat(clear(old, "one")).isInstanceOf(Clearing.Changed.class);
        assertThat(open(other)).isTrue();
        assertThat(clear(old, "one")).isInstanceOf(Clearing.Changed.class);
        assertThat(scripts.given(sale, 1)).isPresent();
    }

    @Test
    void shouldChangeNothingThatSomebodyElseMakes() {
        Cleared one = cleared("one");
        assertThat(fill(one, 1)).isTrue();
        Cleared other = cleared("other");
        assertThat(fill(one, 1)).isFalse();
        assertThat(open(one)).isFalse();
        assertThat(scripts.given(sale, 1)).isEmpty();
        assertThat(fill(other, 2)).isTrue();
        assertThat(open(other)).isTrue();
        assertThat(fill(other, 3)).as("late").isFalse();
        assertThat(scripts.given(sale, 2)).isPresent();
        assertThat(scripts.given(sale, 3)).isEmpty();
    }
}
