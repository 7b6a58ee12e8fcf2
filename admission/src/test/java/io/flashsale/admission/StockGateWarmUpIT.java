package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Warm-ups of several instances over one Redis; the database is a map of who holds a unit. */
class StockGateWarmUpIT {

    private static final long UNITS = 9;

    private final RedisFixture redis = new RedisFixture();
    private final Map<Long, Long> database = new HashMap<>();
    private final StockGateWarmUp warmUp = instance();
    private final StockGateWarmUp otherInstance = instance();

    private StockGateWarmUp instance() {
        OutboxRelay relay =
                new OutboxRelay(redis.redis, "sale", group -> CompletableFuture.completedFuture(null), Duration.ZERO);
        return new StockGateWarmUp(
                redis.redis, "sale", redis.gates, new Drain(relay, () -> () -> true), new OneCampaign());
    }

    private final class OneCampaign implements StockGateWarmUp.Campaigns {

        @Override
        public Collection<Campaign> wanted() {
            return List.of(RedisFixture.campaign(UNITS));
        }

        @Override
        public Optional<Campaign> find(long campaignId) {
            return Optional.of(RedisFixture.campaign(UNITS));
        }

        @Override
        public boolean reopen(long campaignId, StockGateRebuild rebuild) {
            return rebuild.reopen(RedisFixture.campaign(UNITS), UNITS - database.size(), database);
        }
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void shouldOpenANewCampaignWithoutWaiting() {
        StockGateRebuild prepared = warmUp.prepare(CAMPAIGN);
        assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.REBUILDING));
        assertThat(warmUp.open(prepared)).isTrue();
        assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void shouldNotRebuildWithoutDrainingAGateThatAnotherInstanceHasOpened() throws Exception {
        StockGateRebuild prepared = warmUp.prepare(CAMPAIGN);
        assertThat(otherInstance.rebuild(List.of(CAMPAIGN))).isTrue();
        ReservationGroup underWay = redis.admitted(7);
        assertThat(warmUp.open(prepared)).isFalse();
        assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(RedisFixture.idOf(underWay)));
        assertThat(redis.state().remaining()).isEqualTo(UNITS - 1);
    }

    @Test
    void shouldLeaveANewCampaignToTheWarmUpWhenRedisForgotTheLease() {
        StockGateRebuild prepared = warmUp.prepare(CAMPAIGN);
        redis.redis.getKeys().flushdb();
        assertThat(warmUp.open(prepared)).isFalse();
        assertThat(redis.gates.state(CAMPAIGN)).isEmpty();
    }
}
