package io.flashsale.admission.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.UserReservation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** What the real saved groups and their double have in common. */
public abstract class SavedGroupsContract {

    protected static final long CAMPAIGN = 42;

    /** The same at each call; has nothing saved when a test begins. */
    protected abstract SavedGroups saved();

    /** From now on the database does not answer. */
    protected abstract void goAway();

    protected static ReservationGroup group(long campaign, long first) {
        return new ReservationGroup(
                "1790000000000-" + first,
                campaign,
                "{\"price\":1}",
                Instant.ofEpochMilli(1_790_000_000_123L),
                List.of(
                        new UserReservation(first, 7, "correlation", UserReservation.NO_TICKET),
                        new UserReservation(first + 1, 8, "", 12)));
    }

    /** Saves them in time. */
    protected boolean save(ReservationGroup... groups) {
        return saved().save(List.of(groups), () -> true);
    }

    private List<ReservationGroup> all() {
        return saved().overdue(Duration.ZERO, 0, 100);
    }

    @Test
    void shouldGiveBackWhatItWasGivenInTheOrderOfTheFirstReservations() {
        assertThat(save(group(CAMPAIGN, 30), group(43, 10))).isTrue();
        assertThat(save(group(CAMPAIGN, 30), group(CAMPAIGN, 20)))
                .as("one is saved already")
                .isTrue();
        assertThat(all()).containsExactly(group(43, 10), group(CAMPAIGN, 20), group(CAMPAIGN, 30));
        assertThat(saved().overdue(Duration.ZERO, 10, 1)).containsExactly(group(CAMPAIGN, 20));
    }

    @Test
    void shouldKnowWhoseGroupsAreThereUntilTheyAreForgotten() throws Exception {
        save(group(CAMPAIGN, 10), group(43, 20));
        assertThat(saved().waiting(List.of(CAMPAIGN, 44L))).containsExactly(CAMPAIGN);
        saved().forget(List.of(group(CAMPAIGN, 10), group(44, 30)));
        assertThat(saved().waiting(List.of(CAMPAIGN, 44L))).isEmpty();
        assertThat(all()).containsExactly(group(43, 20));
        assertThat(saved().waiting(List.of())).isEmpty();
    }

    @Test
    void shouldSaveNothingThatIsLate() {
        save(group(CAMPAIGN, 10));
        assertThat(saved().save(List.of(group(CAMPAIGN, 10), group(43, 20)), () -> false))
                .isFalse();
        assertThat(all()).as("what was saved before stays").containsExactly(group(CAMPAIGN, 10));
    }

    @Test
    void shouldPromiseNothingWhileTheDatabaseDoesNotAnswer() {
        goAway();
        assertThat(save(group(CAMPAIGN, 10))).isFalse();
        assertThat(all()).isEmpty();
        saved().forget(List.of(group(CAMPAIGN, 10)));
        assertThat(saved().oldestAge()).isZero();
        assertThatThrownBy(() -> saved().waiting(List.of(CAMPAIGN))).isInstanceOf(ExecutionException.class);
    }
}
