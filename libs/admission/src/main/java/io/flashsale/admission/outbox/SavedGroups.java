package io.flashsale.admission.outbox;

import io.flashsale.admission.ReservationGroup;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

/**
 * Groups that the queue had not acknowledged when their users were told: the database keeps them until it has. So a
 * 202 survives the loss of Redis while the queue is away.
 *
 * <p>A group may be here and in the outbox at the same time. All calls return within a bound.
 */
public interface SavedGroups {

    /** A database that saves nothing. */
    SavedGroups NONE = new SavedGroups() {

        @Override
        public boolean save(List<ReservationGroup> groups, BooleanSupplier inTime) {
            return false;
        }

        @Override
        public List<ReservationGroup> overdue(Duration age, long after, int max) {
            return List.of();
        }

        @Override
        public void forget(List<ReservationGroup> groups) {}

        @Override
        public Set<Long> waiting(Collection<Long> campaignIds) {
            return Set.of();
        }

        @Override
        public Duration oldestAge() {
            return Duration.ZERO;
        }
    };

    /**
     * Saves all of them in one commit, or none; what is saved already stays as it is.
     *
     * @param inTime asked once the rows are written, before the commit: whether they may still be saved. From that
     *     moment {@link #waiting} knows of them
     * @return whether the database is known to have them
     */
    boolean save(List<ReservationGroup> groups, BooleanSupplier inTime);

    /**
     * Reads the groups that were saved at least {@code age} ago, by the clock of the database, in the order of their
     * first reservations.
     *
     * @param after the first reservation of the group after which to begin; 0 for the first group
     * @return nothing if the database does not answer
     */
    List<ReservationGroup> overdue(Duration age, long after, int max);

    /** Forgets groups that the queue has, if they are here. What the database does not forget is sent again. */
    void forget(List<ReservationGroup> groups);

    /**
     * Those of the campaigns that have groups here, or for which some are being saved.
     *
     * @throws ExecutionException if the database does not answer
     */
    Set<Long> waiting(Collection<Long> campaignIds) throws ExecutionException;

    /** How long ago the oldest group was saved; zero if there is none, or the database does not answer. */
    Duration oldestAge();
}
