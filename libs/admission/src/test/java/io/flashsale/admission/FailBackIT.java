package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.redis.Shards;
import io.flashsale.devstack.server.redis.RedisServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RMap;
import org.redisson.client.codec.StringCodec;

/**
 * Tells a Redis that may have forgotten something from one that only looks so. After a fail-over to a replica and back
 * the former master never restarted, and keeps its process. A copy, and the end of the replication backlog, change the
 * replication id as a fail-over does.
 */
class FailBackIT extends OwnServersFixture {

    private final int shard = Shards.of(CAMPAIGN);
    private RedisServer master;
    private RedisServer replica;

    @BeforeEach
    void start() {
        master = started("master");
        replica = started("replica");
        replica.replicate(master, master.port());
        redis = new RedisFixture(RedisFixture.singleServer(master.host(), master.port()));
    }

    private WarmShards.Shard known() {
        return Objects.requireNonNull(redis.gates.warmShards().all().get(shard));
    }

    @Test
    void shouldNotMindAReplicaThatComesOrGoes() {
        redis.open(5);
        redis.gates.warmShards().noteWarm(shard, known().run());
        replica.promote();
        requireNothingForgotten(7);
        replica.replicate(master, master.port());
        requireNothingForgotten(8);
    }

    @Test
    void shouldNotMindACopyNorTheEndOfTheBacklog() throws IOException {
        loseReplicaForAnHour();
        redis.open(5);
        redis.gates.warmShards().noteWarm(shard, known().run());
        String first = master.info("master_replid");
        startCopy();
        assertThat(master.info("master_replid")).isNotEqualTo(first);
        requireNothingForgotten(7);
        freeBacklog();
        requireNothingForgotten(8);
    }

    /** Whatever the replication id was when the gate was made. */
    @Test
    @Tag("long")
    void shouldNoticeAFailBackAlsoAfterACopyAndAfterAnEarlierFailBack() {
        redis.open(5);
        redis.gates.warmShards().noteWarm(shard, known().run());
        loseReplicaForAnHour();
        requireNothingForgotten(7);
        replica.replicate(master, master.port());
        failBack();
        assertThat(redis.gates.holders(CAMPAIGN)).containsExactly(7);
        assertThat(redis.admit(9)).isEqualTo(new NotReady(Cause.REBUILDING));
        assertThat(redis.state().sameRun()).isFalse();
        assertThat(known().allSeenWarm()).as("whether nothing is forgotten").isFalse();
        assertThat(redis.gates.mayHaveForgotten(new ReservationIds(() -> 1).next(CAMPAIGN)))
                .isTrue();

        redis.open(5);
        assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
        loseReplicaForAnHour();
        assertThat(redis.admit(8))
                .as("the id of the former master is gone, too")
                .isInstanceOf(Admission.Admitted.class);
        replica.replicate(master, master.port());
        failBack();
        assertThat(redis.admit(9)).isEqualTo(new NotReady(Cause.REBUILDING));
    }

    /** Otherwise a fail-over and back that nobody has seen would be forgotten together with the backlog. */
    @Test
    void shouldBelieveNoRunThatNobodyHasAskedForInHalfAnHour() {
        redis.open(5);
        RMap<String, String> run = redis.redis.getMap("{s" + shard + "}:run", StringCodec.INSTANCE);
        assertThat(run.remainTimeToLive()).isBetween(1L, Duration.ofMinutes(30).toMillis());
        run.expire(Duration.ofMinutes(5));
        assertThat(redis.state().sameRun()).isTrue();
        assertThat(run.remainTimeToLive())
                .as("it was asked for")
                .isGreaterThan(Duration.ofMinutes(20).toMillis());

        loseReplicaForAnHour();
        run.expire(Duration.ofMillis(1));
        await().until(() -> !run.isExists());
        assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.REBUILDING));
    }

    private void loseReplicaForAnHour() {
        replica.promote();
        master.awaitInfo("connected_slaves", "0");
        freeBacklog();
    }

    /**
     * Asks the master for a copy of its data and leaves before all has come, as {@code redis-cli --rdb} may. The master
     * takes a new replication id if it has no replication backlog yet.
     */
    private void startCopy() throws IOException {
        try (Socket client = new Socket(master.host(), master.port())) {
            client.getOutputStream().write("SYNC\r\n".getBytes(StandardCharsets.US_ASCII));
            master.awaitInfo("repl_backlog_active", "1");
        }
        master.awaitInfo("connected_slaves", "0");
    }

    /** Has the master free its replication backlog at once instead of after an hour; its replication id changes. */
    private void freeBacklog() {
        master.set("repl-backlog-ttl", "1");
        master.awaitInfo("repl_backlog_active", "0");
        master.set("repl-backlog-ttl", "3600");
    }

    private void failBack() {
        replica.promote();
        redis.admitted(6); // only the former master knows of it
        master.replicate(replica, replica.port());
        master.promote();
    }

    private void requireNothingForgotten(long newUser) {
        assertThat(redis.admit(newUser)).isInstanceOf(Admission.Admitted.class);
        assertThat(redis.state().sameRun()).isTrue();
        assertThat(known().allSeenWarm()).isTrue();
    }
}
