package io.flashsale.locklab.resource;

import static io.flashsale.locklab.resource.JournalEntry.Kind.DIED;
import static io.flashsale.locklab.resource.JournalEntry.Kind.ENTER;
import static io.flashsale.locklab.resource.JournalEntry.Kind.LEAVE;
import static io.flashsale.locklab.resource.JournalEntry.Kind.REFUSED;
import static io.flashsale.locklab.resource.JournalEntry.Kind.SOLD;
import static io.flashsale.locklab.resource.JournalEntry.Kind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JournalAnalysisTests {

    private final List<Holding> ended = new ArrayList<>();
    private final JournalAnalysis history = new JournalAnalysis(ended::add);
    private long micros = 1_000;

    private JournalAnalysisTests then(JournalEntry.Kind kind, String item, String who, boolean shared) {
        micros += 100;
        history.add(new JournalEntry("1-" + micros, micros, kind, item, who, shared, 0, 42));
        return this;
    }

    private JournalAnalysisTests then(JournalEntry.Kind kind, String who) {
        return then(kind, "item", who, false);
    }

    @Test
    void findsNothingWhereOneComesAfterTheOther() {
        then(ENTER, "ann").then(WRITE, "ann").then(LEAVE, "ann");
        then(ENTER, "bob").then(WRITE, "bob").then(LEAVE, "bob");

        assertThat(history.exclusionViolations()).isZero();
        assertThat(history.staleWrites()).isZero();
        assertThat(history.holders()).isEqualTo(2);
        assertThat(history.emptyMicros()).isEqualTo(100);
        assertThat(ended).extracting(Holding::who).containsExactly("ann", "bob");
    }

    @Test
    void findsTwoWhoAreInsideAtOnce() {
        then(ENTER, "ann").then(ENTER, "bob").then(LEAVE, "ann").then(LEAVE, "bob");

        assertThat(history.exclusionViolations()).isEqualTo(1);
        assertThat(ended).extracting(Holding::violating).containsExactly(true, true);
    }

    @Test
    void letsReadersBeTogetherButNoWriterAmongThem() {
        then(ENTER, "item", "ann", true).then(ENTER, "item", "bob", true);
        assertThat(history.exclusionViolations()).isZero();
        then(ENTER, "item", "cyd", false);
        assertThat(history.exclusionViolations()).isEqualTo(2);
    }

    @Test
    void knowsThatTheDeadAreNowhere() {
        then(ENTER, "item/3", "ann", false).then(DIED, "item", "ann", false).then(ENTER, "item/3", "bob", false);

        assertThat(history.exclusionViolations()).isZero();
        assertThat(ended).extracting(Holding::item).containsExactly("item/3");
    }

    @Test
    void keepsItemsApart() {
        then(ENTER, "one", "ann", false).then(ENTER, "two", "bob", false);
        assertThat(history.exclusionViolations()).isZero();
    }

    @Test
    void findsAWriteAfterALaterHolderHasCome() {
        then(ENTER, "ann").then(ENTER, "bob").then(WRITE, "bob");
        assertThat(history.staleWrites()).isZero();
        then(WRITE, "ann");
        assertThat(history.staleWrites()).isEqualTo(1);
        then(REFUSED, "ann");
        assertThat(history.staleWrites()).isEqualTo(1);
        assertThat(history.refusedWrites()).isEqualTo(1);
    }

    @Test
    void tellsWhoHadToWaitFromWhoFoundNobody() {
        then(ENTER, "ann"); // at 1100
        micros = 2_000;
        then(LEAVE, "ann").then(ENTER, "bob").then(LEAVE, "bob");
        sold("bob", 2_400, 900); // first attempt at 1500, when ann was inside
        sold("cyd", 2_500, 50); // first attempt when nobody was inside
        assertThat(history.salesThatWaited()).isEqualTo(1);
    }

    @Test
    void takesNobodyForOneWhoWaitedWhoCameInBesideAnother() {
        then(ENTER, "ann").then(ENTER, "bob").then(LEAVE, "bob");
        sold("bob", 1_450, 300);
        then(LEAVE, "ann");
        assertThat(history.salesThatWaited()).isZero();
    }

    @Test
    void tellsSalesAtOnceFromSalesOneAfterTheOther() {
        sold("ann", 2_000, 500);
        sold("bob", 2_600, 500);
        assertThat(history.salesAtOnce()).isZero();
        sold("cyd", 2_700, 400);
        assertThat(history.salesAtOnce()).isEqualTo(1);
    }

    private void sold(String who, long at, long askedBefore) {
        history.add(new JournalEntry("2-" + at, at, SOLD, "item", who, false, 0, askedBefore));
    }

    @Test
    void endsTheStayOfWhoeverDies() {
        then(ENTER, "ann").then(DIED, "ann").then(ENTER, "bob").then(SOLD, "bob");

        assertThat(history.exclusionViolations()).isZero();
        assertThat(history.sold()).isEqualTo(1);
        assertThat(history.saleMicros()).containsExactly(42);
        assertThat(history.timeline()).extracting(Holding::who).containsExactly("ann", "bob");
        assertThat(history.timeline().getLast().toMicros()).isNull();
    }
}
