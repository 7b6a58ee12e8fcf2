package io.flashsale.locklab.mutation;

import java.util.List;
import java.util.stream.Stream;

/**
 * All mutations, in rounds. The mutations of one round share worker processes. Within a round, no two change the
 * same file or break the same scenario, so that each is detected by itself.
 */
final class Mutations {

    /** Acquire does nothing: every client is let in. */
    private static final List<Mutation> NOBODY_IS_KEPT_OUT = Mutation.table("""
            A2: a monitor for each who comes
                jvm/MonitorLock.java: synchronized (monitor) => synchronized (new Object())
                two-holders: A2/one-process
            A3: the answer of SETNX is ignored
                redis/SetNxLock.java: number() == 0 => number() < 0
                two-holders: A3/one-at-a-time A3/all-read-first A3/crowd
            A4: the answer of SETNX is ignored
                redis/SetNxFinallyLock.java: number() == 0 => number() < 0
                two-holders: A4/holder-throws A4/crowd
            A5: the answer of SETNX is ignored
                redis/SetNxThenExpireLock.java: number() == 0 => number() < 0
                taken-over: A5/holder-dies
                two-holders: A5/crowd
            A5: the answer of the script is ignored
                redis/SetNxExpireScriptLock.java: number() == 0 => number() < 0
                taken-over: A5/dies-after-script
            A6: SET without NX
                redis/SetNxExLock.java: "NX", "PX" => "PX"
                taken-over: A6/holder-dies
                two-holders: A6/crowd
            A7: SET without NX
                redis/OwnerCheckedLock.java: "NX", "PX" => "PX"
                taken-over: A7/frees-anothers-lock
                two-holders: A7/crowd
            A8: SET without NX
                redis/OwnerLock.java: "NX", "PX" => "PX"
                taken-over: A8/frees-anothers-lock A8/pause-before-delete
                two-holders: A8/crowd
            A9: SET without NX
                redis/WatchdogLock.java: "NX", "PX" => "PX"
                taken-over: A9/holder-dies
                two-holders: A9/lease-too-short A9/crowd
            A10: SET without NX
                redis/reentrant/ThreadLocalReentrantLock.java: "NX", "PX" => "PX"
                two-holders: A10/enters-again A10/crowd
            A11: that the lock is another's is ignored
                redis/reentrant/HashReentrantLock.java: number() == 0 => number() < 0
                two-holders: A11/enters-again A11/count-outlives-lease A11/crowd
            A12: SET without NX
                redis/waiting/PollingLock.java: "NX", "PX" => "PX"
                two-holders: A12/crowd
            A13, A16: that the lock is taken is ignored
                redis/waiting/NotifiedLock.java: if (millisUntilFree(name, owner) == TAKEN) { => \
                    if (millisUntilFree(name, owner) != 0) {
                taken-over: A13/holder-dies
                two-holders: A13/ten-wait A13/crowd A16/walk-on A16/crowd A16/crowd-1 A16/crowd-4 A16/crowd-16
            A14: a lock for each who comes
                redis/redisson/RedissonLock.java: redisson.getLock(name) => \
                    redisson.getLock(name + java.util.UUID.randomUUID())
                taken-over: A14/holder-dies
                two-holders: A14/enters-again A14/ten-wait A14/watchdog A14/crowd
            A15: a lock for each who comes
                redis/redisson/RedissonFairLock.java: redisson.getFairLock(name) => \
                    redisson.getFairLock(name + java.util.UUID.randomUUID())
                two-holders: A15/crowd
            A15: writers take the lock of readers
                redis/redisson/RedissonReadWriteLock.java: getReadWriteLock(name).writeLock() => \
                    getReadWriteLock(name).readLock()
                two-holders: A15/readers-together
            A17: the script takes what is taken
                lock/take-fenced.lua: 'NX', 'PX' => 'PX'
                taken-over: A17/paused-holder
                two-holders: A17/crowd
            B1: SET without NX
                replication/MasterLock.java: "NX", "PX" => "PX"
                two-holders: B1/one-at-a-time B1/crowd
            B3: servers that say no are passed over
                replication/MultiLock.java: if (!take(server, name, owner)) { => \
                    if (!take(server, name, owner) && servers.isEmpty()) {
                two-holders: B3/one-at-a-time B3/server-dies-meanwhile B3/crowd
            B4: no majority is needed
                replication/RedLock.java: locked > servers.size() / 2 => locked >= 0
                two-holders: B4/one-at-a-time B4/server-dies-meanwhile B4/one-down B4/two-down B4/server-forgets-late B4/crowd
            B4: a lock for each who comes
                replication/RedissonQuorumLock.java: client.getLock(name) => \
                    client.getLock(name + java.util.UUID.randomUUID())
                two-holders: B4/one-down-ready-made
            C1: that the node is there is ignored
                zookeeper/SingleNodeLock.java: return false;\\n        }\\n    }\\n\\n    /** => \
                    return true;\\n        }\\n    }\\n\\n    /**
                two-holders: C1/one-at-a-time C1/holder-dies C1/crowd
            C2, C6: whoever is in the queue is first
                zookeeper/SequentialNodeLock.java: if (before < 0) { => if (before < 1_000) {
                taken-over: C2/paused-holder-fenced
                two-holders: C2/one-at-a-time C2/holder-dies C2/herd C2/crowd \
                    C6/zookeeper-leader-dies C6/crowd
            C3: nobody is before a writer
                zookeeper/SharedNodesLock.java: : before.isEmpty(); => : before.size() < 1_000;
                two-holders: C3/readers-together C3/crowd
            C4: nobody is before anybody
                zookeeper/RefinedSharedNodesLock.java: if (before.isEmpty()) { => if (before.size() < 1_000) {
                two-holders: C4/readers-together C4/readers-behind-a-writer C4/herd C4/crowd
            C5: a node for each process
                zookeeper/CuratorMutex.java: "/" + each => "/" + each + java.util.UUID.randomUUID()
                two-holders: C5/one-at-a-time C5/enters-again C5/holder-dies C5/crowd
            C5: writers take the lock of readers
                zookeeper/CuratorReadWriteLock.java: lock(name).writeLock() => lock(name).readLock()
                two-holders: C5/readers-together
            D1: the table has no key
                database/InsertedRowLock.java: NOT NULL PRIMARY KEY => NOT NULL
                two-holders: D1/one-at-a-time D1/statements D1/crowd
            D2: the row is not asked for
                database/OwnedRowLock.java: while (!(isFirst(name, number) && take(name, me))) { => \
                    while (name.isEmpty()) {
                two-holders: D2/one-at-a-time D2/holder-dies D2/enters-again D2/queue D2/crowd
            D3: SELECT without FOR UPDATE
                database/SelectForUpdate.java: WHERE item = ? FOR UPDATE" + howToWait => WHERE item = ?"
                taken-over: D3/holder-dies
                oversold: D3/slow-holder-nowait D3/crowd
            D4: the value is not compared
                database/ComparedValue.java: AND available = ? => AND ? >= 0
                oversold: D4/crowd
            D5: the version is not compared
                database/VersionedUpdate.java: AND version = ? => AND ? >= 0
                unnoticed-change: D5/value-comes-back
                oversold: D5/crowd
            D6: the version is not compared
                database/VersionThenLock.java: AND version = ? => AND ? >= 0
                unnoticed-change: D6/always-too-late
                oversold: D6/all-read-first D6/crowd
            D7: one more than there is
                database/ConditionalUpdate.java: AND available >= ? => AND available >= ? - 1
                oversold: D7/crowd
            E1: the table has no unique key
                path/order/OrderTable.java: ", UNIQUE KEY one_each (item, user)" => ""
                second-order: E1/two-requests-unique-key
            E1: a lock for each request
                path/order/LockedOrder.java: "order:" + item => "order:" + java.util.UUID.randomUUID() + item
                second-order: E1/two-requests-lock
            E1: the answer of the script is ignored
                path/order/LuaOrder.java: number() == 1 => number() >= 0
                second-order: E1/two-requests-lua
            E2: a name for each call, not for each operation
                path/call/NamedCall.java: known.isPresent() ? known.get() : server.deduct(item, units, operation) => \
                    server.deduct(item, units, UUID.randomUUID().toString())
                done-twice: E2/answer-is-late-named E2/server-dies-named E2/delayed-named
            E2: the operation and the deduction are not one transaction
                path/call/IdempotentLedger.java: return database.inTransaction(() -> { => return deductNow(() -> {
                path/call/IdempotentLedger.java: /** The outcome of an operation; empty => \
                    private static Outcome deductNow(java.util.function.Supplier<Outcome> work) { return work.get(); } \
                    /** The outcome of an operation; empty
                oversold: E2/server-dies-midway-named
            E3: the gate has one more than there is, and the database gives it
                path/queue/QueuePath.java: units, item); => units + 1, item);
                path/queue/QueuePath.java: reopen(campaign, units, => reopen(campaign, units + 1,
                path/queue/SaleTables.java: == Outcome.TAKEN => != Outcome.BUSY
                oversold: E3/crowd
            E3: an order although nothing is left
                path/queue/RequestPath.java: if (!tables.deduct(item, units)) { => \
                    if (!tables.deduct(item, units) && item.isEmpty()) {
                oversold: E3/everything-in-the-request
            E4: a lock for each request
                path/order/CommitThenUnlock.java: "order:" + item => "order:" + java.util.UUID.randomUUID() + item
                second-order: E4/committed-then-unlocked
            """);

    /** The lock works, but breaks a promise: release, lease, watchdog, count, order, notification or token. */
    private static final List<Mutation> A_PROMISE_IS_BROKEN = Mutation.table("""
            A4: nothing is given back
                redis/SetNxFinallyLock.java: "DEL" => "EXISTS"
                locked-out: A4/holder-throws
            A5: the lease is left out
                redis/SetNxThenExpireLock.java: redis.call("PEXPIRE", name, lease.toMillis()); =>
                locked-out: A5/holder-dies
            A5: the script leaves the lease out
                lock/take.lua: redis.call('PEXPIRE', KEYS[1], ARGV[2]) =>
                locked-out: A5/dies-after-script
            A6: the lease is left out
                redis/SetNxExLock.java: "NX", "PX", lease.toMillis() => "NX"
                locked-out: A6/holder-dies
            A7: whatever is there is deleted
                redis/OwnerCheckedLock.java: && present.text().equals(owner) =>
                wrong-release: A7/frees-anothers-lock
            A8: whatever is there is deleted
                lock/release.lua: redis.call('GET', KEYS[1]) == ARGV[1] => true
                wrong-release: A8/frees-anothers-lock A8/pause-before-delete
            A9: the watchdog sleeps
                redis/WatchdogLock.java: () -> renew(name, owner) => () -> {}
                two-holders: A9/lease-too-short
            A11: who leaves once has left for good
                lock/leave.lua: if entered == 0 then => if entered < 9 then
                two-holders: A11/enters-again
            A13: the lease of the holder is ignored, only a message wakes
                redis/waiting/NotifiedLock.java: Math.min(nanosLeft, TimeUnit.MILLISECONDS.toNanos(millis)) => nanosLeft
                locked-out: A13/holder-dies
            A13: a release publishes nothing
                lock/release-and-tell.lua: redis.call('PUBLISH', ARGV[2], 'released') =>
                locked-out: A13/one-is-woken
            A14: a lease is given, and so no watchdog runs
                redis/redisson/RedissonLock.java: lock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS) => \
                    lock.tryLock(timeout.toMillis(), 1_000, TimeUnit.MILLISECONDS)
                redis/redisson/RedissonLock.java: lock.unlock(); => if (lock.isHeldByCurrentThread()) { lock.unlock(); }
                two-holders: A14/watchdog
            A15: the lock is not the fair one
                redis/redisson/RedissonFairLock.java: redisson.getFairLock(name) => redisson.getLock(name)
                overtaken: A15/order-of-arrival
            A16: who finds a segment empty does not walk on
                redis/segment/WalkingSegmentedStock.java: walked < segments => walked < 1
                unsold-leftover: A16/walk-on
            A17: the token is not shown
                redis/FencedLock.java: work.run(token.number()); => work.run(Work.NO_TOKEN);
                stale-write: A17/paused-holder
            B1, B2: that servers refuse is ignored
                replication/MasterLock.java: return false; // it refuses => return true; // it refuses
                replication/MasterLock.java: number() < replicas => number() < 0
                two-holders: B1/master-dies-wait B2/split-brain-min-replicas
            B4: how long it took is ignored
                replication/RedLock.java: && validity.isPositive() =>
                two-holders: B4/asking-takes-too-long B4/clocks-differ
            B4: a lock is released where it is believed to be, and nowhere else
                replication/LockServers.java: final Duration lease; => final Duration lease; \
                    private final java.util.Set<String> taken = java.util.concurrent.ConcurrentHashMap.newKeySet();
                replication/LockServers.java: "PX", lease.toMillis()).isOk(); => \
                    "PX", lease.toMillis()).isOk() && taken.add(server.address() + owner);
                replication/LockServers.java: RELEASE.run(server, List.of(name), owner); => \
                    if (taken.remove(server.address() + owner)) { RELEASE.run(server, List.of(name), owner); }
                locked-out: B4/answers-are-lost
            C1: first look, then watch
                zookeeper/SingleNodeLock.java: \
                    if (session.zooKeeper().exists(node, change -> event.countDown()) == null) { => \
                    if (session.zooKeeper().exists(node, false) == null) { return true; } \
                    io.flashsale.locklab.scheme.FailPoints.hit(io.flashsale.locklab.scheme.FailPoints.WAITS); \
                    if (session.zooKeeper().exists(node, change -> event.countDown()) == null && node.isEmpty()) {
                locked-out: C1/released-meanwhile
            C2: first listen, then make the latch
                zookeeper/Place.java: CountDownLatch event = new CountDownLatch(1); => \
                    CountDownLatch[] event = {new CountDownLatch(1)};
                zookeeper/Place.java: change -> event.countDown())); => change -> event[0].countDown()));
                zookeeper/Place.java: return there == null || awaitNotification(event, deadline); => \
                    FailPoints.hit(FailPoints.WAITS); event[0] = new CountDownLatch(1); \
                    return there == null || awaitNotification(event[0], deadline);
                locked-out: C2/released-meanwhile
            C3: a writer goes beside the last reader
                zookeeper/SharedNodesLock.java: : before.isEmpty(); => : before.size() < 2;
                two-holders: C3/readers-together
            C2: all watch the first
                zookeeper/SequentialNodeLock.java: queue.get(before) => queue.getFirst()
                herd: C2/herd
            C4: all watch the first
                zookeeper/RefinedSharedNodesLock.java: before.getLast() => before.getFirst()
                herd: C4/herd C4/readers-behind-a-writer
            D2: nobody looks who is first
                database/OwnedRowLock.java: == 0; => >= 0;
                overtaken: D2/queue
            E2: an operation may be in the table twice
                path/call/IdempotentLedger.java: operation VARCHAR(100) NOT NULL PRIMARY KEY => \
                    operation VARCHAR(100) NOT NULL
                done-twice: E2/delayed-named
            E3: a reservation is placed without an order
                path/queue/BatchPlacement.java: \
                    if (tables.insertOrder(reservation.id(), reservation.item(), reservation.user())) { => \
                    if (reservation.id() > 0) {
                no-order: E3/crowd
            E3: a request takes a unit and inserts no order
                path/queue/RequestPath.java: tables.insertOrder(user, item, user); =>
                no-order: E3/everything-in-the-request
            D7: what was read is written, not what is there less one
                database/ConditionalUpdate.java: SET available = available - ? => SET available = 100 - ?
                oversold: D7/five-at-once D7/statements
            """);

    /** More mutations, in files that are already changed above. */
    private static final List<Mutation> ANOTHER_PROMISE_IS_BROKEN = Mutation.table("""
            A17, C2: the resource does not check tokens
                resource/write.lua: local stale = => local stale = false and
                stale-write: A17/paused-holder C2/paused-holder-fenced
            A9: the watchdog renews whatever is there
                lock/renew.lua: redis.call('GET', KEYS[1]) == ARGV[1] => redis.call('EXISTS', KEYS[1]) == 1
                wrong-renewal: A9/renews-its-own
            A13: after subscribing, nobody looks again
                redis/waiting/NotifiedLock.java: for (long millis = millisUntilFree(name, owner); => \
                    for (long millis = lease.toMillis();
                locked-out: A13/released-meanwhile
            A13: a message wakes all waiters of a process
                redis/waiting/Waiters.java: messages.release(); => messages.release(100);
                herd: A13/one-is-woken
            B1: nobody gets in
                replication/MasterLock.java: number() < replicas => number() < 100
                locked-out: B1/master-dies-wait
            B4: clocks do not differ
                replication/RedLock.java: .minus(drift) =>
                two-holders: B4/clocks-differ
            C3: first look, then watch
                zookeeper/SharedNodesLock.java: mine.inOrder(event -> change.countDown()); => mine.inOrder();
                zookeeper/SharedNodesLock.java: if (!Place.awaitNotification( => \
                    io.flashsale.locklab.scheme.FailPoints.hit(io.flashsale.locklab.scheme.FailPoints.WAITS); \
                    mine.inOrder(event -> change.countDown()); if (!Place.awaitNotification(
                locked-out: C3/released-meanwhile
            D2: rows of the dead stay, and who leaves once has left
                database/OwnedRowLock.java: database.sql("DELETE FROM owned_lock WHERE expires_at < NOW(6)").update(); =>
                database/OwnedRowLock.java: database.sql("DELETE FROM lock_queue WHERE expires_at < NOW(6)").update(); =>
                database/OwnedRowLock.java: AND owner = ? AND entries = 0 => AND owner = ?
                locked-out: D2/holder-dies D2/waiter-dies
                two-holders: D2/enters-again
            E2: a repeated call does not ask Redis
                path/call/IdempotentLedger.java: if (!known.isNothing()) { => if (!known.isNothing() && units < 0) {
                costly: E2/delayed-named
            E3: that the user has an order is not looked up
                path/queue/RequestPath.java: if (tables.hasOrder(item, user)) { => if (user < 0) {
                no-order: E3/everything-in-the-request
            C4: a reader waits for readers, too
                zookeeper/RefinedSharedNodesLock.java: node.startsWith(WRITE) => !node.isEmpty()
                locked-out: C4/readers-behind-a-writer
            """);

    private Mutations() {}

    /** Each round is a set of mutations that share worker processes. */
    static List<List<Mutation>> rounds() {
        return List.of(NOBODY_IS_KEPT_OUT, A_PROMISE_IS_BROKEN, ANOTHER_PROMISE_IS_BROKEN);
    }

    static Stream<Mutation> all() {
        return rounds().stream().flatMap(List::stream);
    }
}
