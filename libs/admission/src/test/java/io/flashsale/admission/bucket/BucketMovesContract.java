package io.flashsale.admission.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The rows of a campaign with two buckets. */
public interface BucketMovesContract {

    BucketMoves moves();

    /** A campaign with two buckets of three units each. */
    long campaignInBuckets();

    /** How many units were moved into the bucket in the database; negative if more were moved out of it. */
    long movedInto(long campaign, int bucket);

    private long move(long campaign, LongSupplier take) {
        return moves().move(UUID.randomUUID().toString(), campaign, 1, 0, take);
    }

    /** Tries again while a slow machine does not lock the rows in time. */
    private void requireMove(long campaign, long taken, long moved) {
        assertThat(await().pollDelay(Duration.ZERO)
                        .ignoreExceptionsInstanceOf(NotMovedException.class)
                        .until(() -> move(campaign, () -> taken), units -> true))
                .isEqualTo(moved);
    }

    private void requireMovedInAll(long campaign, long units) {
        assertThat(movedInto(campaign, 0)).isEqualTo(units);
        assertThat(movedInto(campaign, 1)).isEqualTo(-units);
    }

    @Test
    default void shouldMoveAsManyUnitsAsAreTaken() {
        long campaign = campaignInBuckets();
        requireMove(campaign, 2, 2);
        requireMovedInAll(campaign, 2);
        requireMove(campaign, 0, 0);
        requireMovedInAll(campaign, 2);
        requireMove(campaign, 1, 1);
        requireMovedInAll(campaign, 3);
    }

    @Test
    default void shouldMoveNothingWhereTheDatabaseHasFewerUnitsThanAreTaken() {
        long campaign = campaignInBuckets();
        requireMove(campaign, 4, 0);
        requireMovedInAll(campaign, 0);
    }

    @Test
    default void shouldSayThatNothingIsMovedWhereUnitsCannotBeTaken() {
        long campaign = campaignInBuckets();
        assertThatThrownBy(() -> move(campaign, () -> {
                    throw new IllegalStateException("as a test wants it");
                }))
                .isInstanceOf(NotMovedException.class);
        requireMovedInAll(campaign, 0);
    }
}
