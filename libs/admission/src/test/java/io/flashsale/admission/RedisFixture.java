package io.flashsale.admission;

import io.flashsale.admission.StockGates.Decided;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.outbox.ReservationOutbox;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.devstack.server.redis.RedisCluster;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.system.DevStack;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.redisson.Redisson;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamAddArgs;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SubscriptionMode;

/** A database of its own on the shared Redis, and gates on it. */
public final class RedisFixture implements AutoCloseable {

    public static final long CAMPAIGN = 42;

    /** Ends a test that hangs; longer than any test takes on a slow machine. */
    public static final Duration HANG_GUARD = Duration.ofMinutes(2);

    static {
        Awaitility.setDefaultTimeout(HANG_GUARD);
    }

    public final RedissonClient redis;
    public final StockGates gates;
    final StockGateKeys keys = new StockGateKeys("sale");
    public final ReservationOutbox outbox;

    private long nextReservation = 16 * 1_000_000 + Shards.of(CAMPAIGN);

    public RedisFixture() {
        this(shared());
    }

    private static Config shared() {
        RedisDatabase database = DevStack.shared().redis().freshDatabase();
        Config config = singleServer(database.host(), database.port());
        config.useSingleServer().setDatabase(database.index());
        return config;
    }

    /** One server, with time-outs for a slow machine. */
    public static Config singleServer(String host, int port) {
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://" + host + ":" + port)
                .setTimeout(Math.toIntExact(HANG_GUARD.toMillis()))
                .setConnectionMinimumIdleSize(2);
        return config;
    }

    /** The cluster of this stack. */
    public static Config cluster(DevStack stack) {
        Config config = new Config();
        ClusterServersConfig servers = config.useClusterServers()
                .setReadMode(ReadMode.MASTER) // as RedisConnections does in the services
                .setSubscriptionMode(SubscriptionMode.MASTER)
                .setMasterConnectionMinimumIdleSize(2)
                .setTimeout(Math.toIntExact(HANG_GUARD.toMillis()));
        for (var node : ((RedisCluster) stack.redisDeployment()).masters()) {
            servers.addNodeAddress("redis://" + node.host() + ":" + node.port());
        }
        return config;
    }

    /** Uses a Redis of the test's own, of any topology. */
    public RedisFixture(Config config) {
        this(Redisson.create(config));
    }

    RedisFixture(RedissonClient redis) {
        this.redis = redis;
        gates = new StockGates(redis, "sale");
        outbox = gates.outbox();
    }

    /** A campaign that opened an hour ago and closes in a day. */
    public static Campaign campaign(long units) {
        return campaign(CAMPAIGN, units);
    }

    public static Campaign campaign(long id, long units) {
        Instant now = Instant.now();
        return new Campaign(
                id, 1, now.minus(Duration.ofHours(1)), now.plus(Duration.ofDays(1)), units, "{\"price\":1}");
    }

    /** The same with this many units for each user. */
    static Campaign campaignOf(long units, int perUser) {
        Campaign one = campaign(units);
        return new Campaign(CAMPAIGN, 1, one.opensAt(), one.closesAt(), units, one.terms(), perUser);
    }

    /** Opens a gate with this many units and no holders. */
    public RedisFixture open(long units) {
        return open(campaign(units));
    }

    public RedisFixture open(Campaign campaign) {
        if (!StockGateRebuild.begin(gates, campaign.id()).reopen(campaign, campaign.totalStock(), Map.of())) {
            throw new AssertionError("the gate could not be opened");
        }
        return this;
    }

    /** A service with a queue that takes everything. */
    static AdmissionService service(StockGates gates) {
        ReservationQueue queue = group -> CompletableFuture.completedFuture(null);
        return service(gates, new ReservationIds(() -> 1), queue, BucketSupply.NONE);
    }

    /** A service that admits by these gates; its own time stands still. */
    public static AdmissionService service(
            StockGates gates, ReservationIds ids, ReservationQueue queue, BucketSupply supply) {
        TestTime time = new TestTime();
        return new AdmissionService(
                gates, ids, queue, HANG_GUARD, SavedGroups.NONE, AdmissionService.Listener.NONE, supply, time, time);
    }

    /** Asks for one unit, as a group of one. */
    Admission admit(long user) {
        return decide(user).outcomes().getFirst();
    }

    /** The same under this reservation id. */
    Admission admit(long user, long reservationId) {
        return decide(List.of(new Request(reservationId, user, ""))).outcomes().getFirst();
    }

    /** Admits the user, as a group of one, and returns the reservation. */
    public ReservationGroup admitted(long user) {
        return decide(user).admitted().orElseThrow();
    }

    /** Does the same in another campaign, which it opens. */
    public ReservationGroup admittedTo(long campaignId, long user) {
        open(campaign(campaignId, 1_000));
        Request request = new Request(new ReservationIds(() -> user).next(campaignId), user, "");
        return gates.admit(campaignId, 1, List.of(request))
                .toCompletableFuture()
                .join()
                .admitted()
                .orElseThrow();
    }

    /** Asks for one unit for each of these users, in one group. */
    Decided decide(long... users) {
        return decide(Arrays.stream(users)
                .mapToObj(user -> new Request(nextId(), user, "correlation-" + user))
                .toList());
    }

    Decided decide(List<Request> group) {
        return gates.admit(CAMPAIGN, 1, group).toCompletableFuture().join();
    }

    Decided attempt(StockGates.Attempt attempt, List<Request> group) {
        return gates.attempt(attempt, CAMPAIGN, 1, group).toCompletableFuture().join();
    }

    Release release(long user, long reservationId) {
        return gates.release(CAMPAIGN, List.of(new Hold(user, reservationId, true)))
                .getFirst();
    }

    static long idOf(ReservationGroup group) {
        return group.first();
    }

    /** What is in the outbox of the campaign's shard. */
    public List<ReservationGroup> waiting() {
        return outbox.overdue(Duration.ZERO, Shards.of(CAMPAIGN), ReservationOutbox.BEGINNING, 10);
    }

    private synchronized long nextId() {
        return nextReservation += Shards.COUNT; // all in the campaign's shard, as ReservationIds makes them
    }

    StockGateState state() {
        return gates.state(CAMPAIGN).orElseThrow();
    }

    void delete(String key) {
        redis.getKeys().delete(key);
    }

    void set(String field, String value) {
        redis.<String, String>getMap(keys.gate(CAMPAIGN), StringCodec.INSTANCE).put(field, value);
    }

    /** Plays the service that knows which tickets were used. */
    void setRunOfEntry() {
        String gate = keys.gate(CAMPAIGN);
        String run = redis.<String, String>getMap(gate, StringCodec.INSTANCE).get("runId");
        redis.getMap(gate + ":entry", StringCodec.INSTANCE).put("runId", run);
    }

    /** Plays the service that bars users who let units go. */
    void bar(long user, Instant until) {
        String gate = keys.gate(CAMPAIGN);
        redis.getScoredSortedSet(gate + ":barred", StringCodec.INSTANCE).add(until.toEpochMilli(), Long.toString(user));
        redis.<String, String>getMap(gate, StringCodec.INSTANCE).put("barred", Long.toString(until.toEpochMilli()));
    }

    /** Rewrites the last entry of the outbox as if the clock of Redis had been an hour ahead. */
    public void haveAdmittedInTheFuture() {
        RStream<String, String> stream = redis.getStream(keys.outbox(Shards.of(CAMPAIGN)), StringCodec.INSTANCE);
        var last = stream.rangeReversed(1, StreamMessageId.MAX, StreamMessageId.MIN)
                .entrySet()
                .iterator()
                .next();
        stream.remove(last.getKey());
        stream.add(
                new StreamMessageId(last.getKey().getId0() + Duration.ofHours(1).toMillis(), 0),
                StreamAddArgs.entries(last.getValue()));
    }

    @Override
    public void close() {
        redis.getKeys().flushdb();
        redis.shutdown();
    }
}
