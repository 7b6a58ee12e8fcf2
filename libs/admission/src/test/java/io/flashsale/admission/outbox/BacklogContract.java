package io.flashsale.admission.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.outbox.Backlog.Mark;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The queue behind the gate, as long as all of its parts answer. A slow one may need several attempts. */
public interface BacklogContract {

    Backlog backlog();

    /** A campaign that has nothing in the queue. */
    long campaign();

    /** Another one, in another part of the queue. */
    long campaignInAnotherPart(long than);

    /** Puts something of the campaign into the queue. */
    void queue(long campaign);

    /** Brings everything that is in the queue into the database. */
    void placeAll();

    private Mark marked(Long... campaigns) {
        return await().ignoreExceptionsInstanceOf(ExecutionException.class)
                .until(
                        () -> backlog().mark(List.of(campaigns)),
                        mark -> mark.campaigns().equals(Set.of(campaigns)));
    }

    private static void requireWaiting(Mark mark, Long... campaigns) {
        await().ignoreExceptionsInstanceOf(ExecutionException.class)
                .untilAsserted(() -> assertThat(mark.waiting()).containsExactly(campaigns));
    }

    @Test
    default void shouldWaitForWhatWasInTheSamePartBeforeTheMarkUntilItIsInTheDatabase() {
        placeAll();
        long campaign = campaign();
        queue(campaign);
        Mark mark = marked(campaign, campaignInAnotherPart(campaign));
        requireWaiting(mark, campaign);
        requireWaiting(mark, campaign);
        placeAll();
        requireWaiting(mark);
        requireWaiting(mark);
    }

    @Test
    default void shouldNotWaitForWhatIsQueuedAfterTheMark() {
        placeAll();
        long campaign = campaign();
        Mark mark = marked(campaign);
        queue(campaign);
        requireWaiting(mark);
    }

    @Test
    default void shouldWaitForNothingWhereNoCampaignIsMarked() {
        requireWaiting(marked());
    }
}
