package io.flashsale.gateway.soldout;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.server.redis.RedisDatabase;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The contract of {@link SaleStates}, for the gates in Redis and for the fake. */
interface SaleStatesContract {

    long HOLDER = 11;
    long OTHER = 22;

    SaleStates states();

    /** A sale that stays open for a while, with these holders of one unit each and this many units left. */
    long open(long remaining, long... holders);

    /** A sale that Redis does not know. */
    long unknown();

    /** A unit of the sale comes back, and the other user takes it. */
    void pass(long sale, long from, long to);

    /** Somebody waits for the units of the sale, and those that are left are offered to these shoppers. */
    void offer(long sale, long... users);

    static RedissonClient connect(RedisDatabase database) {
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://" + database.host() + ":" + database.port())
                .setTimeout(120_000) // for slow machines
                .setDatabase(database.index());
        return Redisson.create(config);
    }

    private SaleState state(long sale) {
        return Objects.requireNonNull(states().states(Set.of(sale)).get(sale));
    }

    @Test
    default void shouldTellWhatRemainsOfTheSalesThatAreThere() {
        long sale = open(3, HOLDER);
        long unknown = unknown();
        assertThat(states().states(Set.of(sale, unknown))).containsOnlyKeys(sale);
        SaleState state = state(sale);
        assertThat(state.trusted()).isTrue();
        assertThat(state.remaining()).isEqualTo(3);
        assertThat(state.soldOut()).isFalse();
        assertThat(state.epochs()).hasSize(1);
        assertThat(state.late()).containsExactly(0L);
        assertThat(state.closesAt()).isAfter(Instant.now());
    }

    @Test
    default void shouldTellTheHoldersInAscendingOrder() {
        long sale = open(0, OTHER, 300, HOLDER);
        assertThat(state(sale).soldOut()).isTrue();
        assertThat(states().holders(sale)).containsExactly(HOLDER, OTHER, 300);
    }

    @Test
    default void shouldTellWhoBecameAHolderLater() {
        long sale = open(0, HOLDER);
        String epoch = state(sale).epochs().getFirst();
        assertThat(states().lateHolders(sale, 0, epoch, 0)).hasValue(new long[0]);
        pass(sale, HOLDER, OTHER);
        pass(sale, OTHER, HOLDER);
        assertThat(state(sale).late()).containsExactly(2L);
        assertThat(state(sale).epochs()).containsExactly(epoch);
        assertThat(state(sale).soldOut()).isTrue();
        assertThat(states().holders(sale)).containsExactly(HOLDER);
        assertThat(states().lateHolders(sale, 0, epoch, 0)).hasValue(new long[] {OTHER, HOLDER});
        assertThat(states().lateHolders(sale, 0, epoch, 1)).hasValue(new long[] {HOLDER});
        assertThat(states().lateHolders(sale, 0, epoch, 2)).hasValue(new long[0]);
        assertThat(states().lateHolders(sale, 0, epoch, 3))
                .as("more than there were")
                .isEmpty();
        assertThat(states().lateHolders(sale, 0, "another " + epoch, 0)).isEmpty();
    }

    @Test
    default void shouldTellForWhomUnitsAreKeptWhileOthersWait() {
        long sale = open(2, HOLDER);
        String epoch = state(sale).epochs().getFirst();
        assertThat(states().offered(sale, epoch)).isEmpty();
        offer(sale);
        assertThat(states().offered(sale, epoch)).hasValue(Set.of());
        offer(sale, OTHER);
        assertThat(states().offered(sale, epoch)).hasValue(Set.of(OTHER));
        assertThat(states().offered(sale, "another " + epoch)).isEmpty();
        assertThat(state(sale).remaining()).isEqualTo(2);
    }
}
