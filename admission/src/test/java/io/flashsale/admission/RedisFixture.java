package io.flashsale.admission;

import io.flashsale.devstack.server.RedisDatabase;
import io.flashsale.devstack.system.DevStack;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** A database of its own on the shared Redis, and gates on it. */
final class RedisFixture implements AutoCloseable {

    static final long OFFER = 42;

    final RedissonClient redis;
    final AdmissionGates gates;
    final GateKeys keys = new GateKeys("sale");
    final Outbox outbox;

    private long nextTicket = 16 * 1_000_000 + Shards.of(OFFER);

    RedisFixture() {
        RedisDatabase database = DevStack.shared().redis().freshDatabase();
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://" + database.host() + ":" + database.port())
                .setDatabase(database.index())
                .setConnectionMinimumIdleSize(2);
        redis = Redisson.create(config);
        gates = new AdmissionGates(redis, "sale");
        outbox = gates.outbox();
    }

    static Offer offer(long units) {
        return new Offer(
                OFFER, 1, Instant.now().minusSeconds(60), Instant.now().plusSeconds(60), units, "{\"price\":1}");
    }

    /** The same, with so many units for each user. */
    static Offer offerOf(long units, int perUser) {
        Offer one = offer(units);
        return new Offer(OFFER, 1, one.opensAt(), one.closesAt(), units, one.terms(), perUser);
    }

    /** An open gate with this many units and nobody in. */
    RedisFixture open(long units) {
        return open(offer(units));
    }

    RedisFixture open(Offer offer) {
        if (!GateRebuild.begin(gates, offer.id()).reopen(offer, offer.totalStock(), Map.of())) {
            throw new AssertionError("the gate could not be opened");
        }
        return this;
    }

    Admission admit(long user) {
        return gates.admit(OFFER, user, ++nextTicket, "correlation-" + user);
    }

    Ticket admitted(long user) {
        return ((Admission.Admitted) admit(user)).ticket();
    }

    GateState state() {
        return gates.state(OFFER).orElseThrow();
    }

    void delete(String key) {
        redis.getKeys().delete(key);
    }

    void set(String field, String value) {
        redis.<String, String>getMap(keys.gate(OFFER), StringCodec.INSTANCE).put(field, value);
    }

    static Duration noAge() {
        return Duration.ZERO;
    }

    @Override
    public void close() {
        redis.getKeys().flushdb();
        redis.shutdown();
    }
}
