package io.flashsale.loadtest.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.entry.Lottery;
import io.flashsale.client.entry.WaitingRoomStatus;
import io.flashsale.client.entry.WaitingRoomStatus.State;
import io.flashsale.loadtest.TestPlan;
import io.flashsale.loadtest.results.Sample;
import io.flashsale.loadtest.results.Samples;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.results.WaitingRoomResults;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a waiting room must be for a run to PASS, and each fault that must make it FAIL. */
class EntryRulesTests {

    private static final String SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    private static final String HASH = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";

    /** The example of docs/lottery.md; the shopper who came later has number 11 and place 11. */
    private static final long[] PLACES = {9, 7, 10, 1, 4, 5, 3, 2, 8, 6, 11};

    private static final int SOLD = 3;
    private static final Instant OPENING = Instant.ofEpochMilli(2_000);

    private final List<Sample> samples = new ArrayList<>();
    private String invariant = "I12";
    private WaitingRoomStatus before = room(EntryMode.LOTTERY, 0, new Lottery(HASH, null, null));
    private WaitingRoomStatus after = drawnAmong(10);

    private static WaitingRoomStatus room(EntryMode mode, long serving, @Nullable Lottery lottery) {
        return new WaitingRoomStatus(mode, 11, serving, State.SERVING, lottery);
    }

    /** Eleven shoppers enter, ten of them before the opening, and the first three places buy. */
    @BeforeEach
    void aLottery() {
        for (int user = 1; user <= PLACES.length; user++) {
            enters(user, user, PLACES[user - 1]);
        }
        replace(11, "enter", Samples.entered(3_500, 11, 11));
        replace(11, "place", Samples.placed(3_600, 11, 11, 11));
        for (int user = 1; user <= PLACES.length; user++) {
            if (PLACES[user - 1] <= SOLD) {
                buys(user);
            } else {
                waitsInVain(user);
            }
        }
    }

    /** The same without a lottery, among four shoppers: numbers are places. */
    private void aQueue() {
        aQueueServedUpTo(2, List.of(1, 2));
    }

    private void aQueueServedUpTo(int serving, List<Integer> buyers) {
        samples.clear();
        before = room(EntryMode.QUEUE, 0, null);
        after = room(EntryMode.QUEUE, serving, null);
        for (int user = 1; user <= 4; user++) {
            enters(user, user, user);
        }
        for (int user = 1; user <= 4; user++) {
            if (buyers.contains(user)) {
                buys(user);
            } else {
                waitsInVain(user);
            }
        }
    }

    private void enters(int user, long number, long place) {
        samples.add(Samples.entered(user, user, number));
        samples.add(Samples.placed(100 + user, user, number, place));
    }

    private void buys(int user) {
        samples.add(Samples.ticket(1_000 + user, user));
        samples.add(Samples.accepted(1_100 + user, user, 100 + user));
    }

    private void waitsInVain(int user) {
        samples.add(Samples.noTicket(2_000 + user, user));
        samples.add(Samples.refusedWithoutTicket(2_100 + user, user));
    }

    private static Audit audit(Audit.Invariant... invariants) {
        Audit.SaleFigures sale = new Audit.SaleFigures(3, 0, 0L, 3, 0, 0L, 3, 0, Map.of());
        Audit.Clients clients = new Audit.Clients(3, 3, 0, 0, 0, 0);
        return new Audit(true, true, 0, List.of(), sale, List.of(invariants), clients);
    }

    private List<String> faults() {
        Audit audit = audit(new Audit.Invariant(invariant, "s", true, "HOLDS", List.of()));
        return new EntryRules(
                        OPENING,
                        before,
                        after,
                        WaitingRoomResults.of(samples),
                        Tally.of(samples, TestPlan.WAITING_ROOM, 1),
                        audit)
                .faults();
    }

    private void replace(int user, String label, Sample by) {
        assertThat(samples.removeIf(sample -> sample.userId().equals(Integer.toString(user))
                        && sample.label().equals(label)))
                .isTrue();
        samples.add(by);
    }

    @Test
    void findsNothingWrongWithWhatIsRight() {
        assertThat(faults()).isEmpty();
        aQueue();
        assertThat(faults()).isEmpty();
    }

    @Test
    void failsWhenSomebodyBuysWithoutATicket() {
        aQueue();
        samples.add(Samples.accepted(500, 3, 103));
        assertThat(faults()).contains("1 shoppers bought without a ticket");
    }

    @Test
    void failsWhenATicketIsNotTaken() {
        aQueue();
        samples.add(Samples.refusedWithoutTicket(5_000, 1));
        assertThat(faults()).containsExactly("1 shoppers were told that a ticket is missing, although they had one");
    }

    @Test
    void failsWhenSomebodyIsServedOutOfTurn() {
        aQueue();
        samples.add(Samples.ticket(500, 4));
        assertThat(faults())
                .contains("1 shoppers got a ticket or a unit out of turn: the last place that was served is 2");
    }

    @Test
    void failsWhenSomebodyIsPassedOver() {
        aQueueServedUpTo(4, List.of(1, 4));
        assertThat(faults()).containsExactly("2 shoppers were passed over, such as place 2: place 4 bought");
    }

    @Test
    void excusesWhoeverWasNotAnswered() {
        aQueue();
        replace(1, "reserve", Samples.timedOut(1_101, 1));
        assertThat(faults()).isEmpty();
    }

    @Test
    void excusesNobodyWhoWasOnlyNotToldSomething() {
        aQueue();
        samples.removeIf(
                sample -> sample.userId().equals("1") && !sample.label().equals("enter"));
        samples.add(Samples.unanswered(5_000, 1, "warm up"));
        samples.add(Samples.unanswered(5_001, 1, "serving"));
        assertThat(faults()).containsExactly("1 shoppers were passed over, such as place 1: place 2 bought");
    }

    @Test
    void failsWhenANumberIsThatOfSeveralOrChanges() {
        aQueue();
        replace(4, "enter", Samples.entered(4, 4, 3));
        assertThat(faults())
                .contains(
                        "1 numbers are those of several shoppers, such as 3", "1 shoppers were told different numbers");
    }

    @Test
    void failsWhenALotteryIsDrawnInAnotherSequenceThanAnybodyComputes() {
        samples.clear();
        for (int user = 1; user <= 10; user++) {
            enters(user, user, user); // first come, first served
        }
        for (int user = 1; user <= SOLD; user++) {
            buys(user);
        }
        assertThat(faults())
                .contains(
                        "10 shoppers were told another place than anybody computes",
                        "3 shoppers got a ticket or a unit out of turn: the last place that was served is 3");
    }

    @Test
    void failsWhenTheSeedIsNotTheOneThatWasPromised() {
        WaitingRoomStatus honest = after;
        after = room(EntryMode.LOTTERY, SOLD, new Lottery(HASH, "00", 10L));
        assertThat(faults()).containsExactly("the seed is none whose hash was published");
        after = room(EntryMode.LOTTERY, SOLD, new Lottery("ab", SEED, 10L));
        assertThat(faults()).containsExactly("the hash of the seed is another one than before the opening");
        after = before;
        assertThat(faults()).containsExactly("the lottery was not drawn");
        after = drawnAmong(0);
        assertThat(faults()).containsExactly("the lottery was drawn among nobody");
        after = honest;
        before = honest;
        assertThat(faults()).containsExactly("the seed was public before the opening");
        before = room(EntryMode.QUEUE, 0, null);
        assertThat(faults()).containsExactly("the waiting room was a QUEUE, and became a LOTTERY");
    }

    @Test
    void failsWhenALotteryIsDrawnAmongOthersThanHadCome() {
        after = drawnAmong(9);
        assertThat(faults()).containsExactly("1 shoppers had a number before the opening, and were not drawn");
        after = drawnAmong(1);
        assertThat(faults()).containsExactly("9 shoppers had a number before the opening, and were not drawn");
        after = drawnAmong(11);
        assertThat(faults()).containsExactly("1 shoppers came after the opening, and were drawn");
    }

    private static WaitingRoomStatus drawnAmong(long size) {
        return room(EntryMode.LOTTERY, SOLD, new Lottery(HASH, SEED, size));
    }

    @Test
    void saysNothingOfWhoCameAroundTheOpeningOrAskedBeforeItAndWasToldLater() {
        replace(10, "enter", Samples.entered(2_900, 10, 10));
        replace(10, "place", Samples.placed(2_950, 10, 10, PLACES[9]));
        replace(9, "enter", Samples.unanswered(9, 9, "enter"));
        replace(9, "place", Samples.placed(3_500, 9, 9, PLACES[8]));
        assertThat(faults()).isEmpty();
    }

    @Test
    void failsWhenNobodyLookedAtTheTickets() {
        invariant = "I2";
        assertThat(faults()).containsExactly("the auditor did not look at the tickets (I12)");
    }

    @Test
    void makesTheVerdictFail() {
        samples.removeIf(sample -> !sample.label().equals("reserve"));
        Audit audit = audit();
        Tally tally = Tally.of(samples, TestPlan.WAITING_ROOM, 1);
        assertThat(VerdictRules.verdict(TestPlan.WAITING_ROOM, PLACES.length, 1, tally, audit, List.of())
                        .outcome())
                .isEqualTo(RunOutcome.PASS);
        RunVerdict verdict = VerdictRules.verdict(
                TestPlan.WAITING_ROOM, PLACES.length, 1, tally, audit, List.of("3 shoppers bought without a ticket"));
        assertThat(verdict.line()).isEqualTo("FAIL  3 shoppers bought without a ticket");
    }
}
