package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.redis.Shards;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.server.redis.RedisServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A fail-over to a replica and back. The former master never restarted, and keeps its run id. */
class FailBackIT {

    private final ProcessDirectory home = new ProcessDirectory(
            Path.of("target/fail-back-" + ProcessHandle.current().pid()));
    private final int shard = Shards.of(CAMPAIGN);
    private RedisServer master;
    private RedisServer replica;
    private RedisFixture redis;

    @BeforeEach
    void start() {
        home.claim(ProcessIdentity.current());
        master = RedisServer.further("master", home, Map.of());
        replica = RedisServer.further("replica", home, Map.of());
        master.start();
        replica.start();
        replica.replicate(master);
        redis = new RedisFixture(RedisFixture.singleServer(master.host(), master.port()));
    }

    @AfterEach
    void end() {
        redis.redis.shutdown();
        home.endAll();
        home.release();
    }

    private WarmShards.Shard known() {
        return Objects.requireNonNull(redis.gates.warmShards().all().get(shard));
    }

    @Test
    @Tag("long")
    void shouldTakeAGateForOneOfAnotherRun() {
        redis.open(5);
        ReservationGroup before = redis.admitted(7);
        redis.gates.warmShards().noteWarm(shard, known().run());
        assertThat(known().allSeenWarm()).isTrue();

        replica.promote();
        redis.admitted(8); // only the former master knows of it
        master.replicate(replica);
        master.promote();

        assertThat(redis.gates.state(CAMPAIGN).orElseThrow().holders()).isEqualTo(1);
        assertThat(redis.admit(9)).isEqualTo(new NotReady(Cause.REBUILDING));
        assertThat(redis.state().sameRun()).isFalse();
        assertThat(known().allSeenWarm()).as("whether nothing is forgotten").isFalse();
        assertThat(redis.gates.mayHaveForgotten(RedisFixture.idOf(before))).isTrue();
    }

    @Test
    void shouldNotMindAReplicaThatComesOrGoes() {
        redis.open(5);
        replica.promote();
        assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
        replica.replicate(master);
        assertThat(redis.admit(8)).isInstanceOf(Admission.Admitted.class);
        assertThat(redis.state().sameRun()).isTrue();
    }
}
