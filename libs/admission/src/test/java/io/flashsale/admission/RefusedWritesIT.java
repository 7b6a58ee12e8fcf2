package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGates.Attempt;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.devstack.server.redis.RedisServer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisReadonlyException;

/** A Redis that answers but refuses writes admits nobody, and leaves nothing half done. It has a server of its own. */
class RefusedWritesIT extends OwnServersFixture {

    private RedisServer server;
    private final List<Request> group = List.of(new Request(16, 7, ""), new Request(32, 8, ""));

    @BeforeEach
    void start() {
        server = started("redis");
        redis = new RedisFixture(RedisFixture.singleServer(server.host(), server.port()));
        redis.redis.getKeys().flushall(); // of the test before
        redis.open(5);
        redis.admitted(6);
    }

    private void assertThatOnlyTheFirstWasAdmitted() {
        assertThat(redis.state().remaining()).isEqualTo(4);
        assertThat(redis.gates.holders(CAMPAIGN)).containsExactly(6);
        assertThat(redis.outbox.length()).isOne();
        assertThat(redis.gates.holderOf(16)).isEmpty();
    }

    @Test
    void shouldBeToldAScriptAgainThatItHasForgotten() {
        redis.redis.getScript().scriptFlush();
        assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void shouldTakeNothingWhileRedisIsOutOfMemory() {
        server.set("maxmemory-policy", "noeviction");
        server.set("maxmemory", "1");
        assertThatThrownBy(() -> redis.attempt(Attempt.FIRST, group))
                .hasCauseInstanceOf(RedisOutOfMemoryException.class);
        AdmissionService service = RedisFixture.service(redis.gates);
        assertThat(service.admit(CAMPAIGN, 7, "")).isEqualTo(new NotReady(Cause.UNREACHABLE));
        assertThatOnlyTheFirstWasAdmitted();
        server.set("maxmemory", "0");
        assertThat(service.admit(CAMPAIGN, 7, "")).isInstanceOf(Admission.Admitted.class);
    }

    /** A client meets this if it has not heard of the fail-over yet. */
    @Test
    @Tag("long")
    void shouldBeAskedOnceMoreWhenItIsAReplicaByNow() {
        RedisServer master = started("master");
        master.replicate(server, server.port());
        master.promote();
        server.replicate(master, master.port());
        assertThat(redis.attempt(Attempt.FIRST, group).outcomes())
                .as("it is seen not to be the server that made the gate")
                .containsOnly(new NotReady(Cause.REBUILDING));
        assertThatThrownBy(() -> redis.attempt(Attempt.REPETITION, group))
                .hasCauseInstanceOf(RedisReadonlyException.class)
                .satisfies(
                        fault -> assertThat(LuaScript.isWorthRepeating(fault)).isTrue());
        assertThatOnlyTheFirstWasAdmitted();
    }
}
