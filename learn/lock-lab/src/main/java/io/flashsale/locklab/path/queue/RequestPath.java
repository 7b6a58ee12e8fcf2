package io.flashsale.locklab.path.queue;

import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Everything in the request: look at the sale, lock, check the user, deduct, insert the order, commit, unlock.
 *
 * <p>Guarantees: a user who is told that they have a unit has an order in the database. Does not: serve a crowd.
 * All requests wait for one lock, each for the length of a transaction that is synced to the disk.
 */
final class RequestPath implements StockScheme {

    private final Database database;
    private final SaleTables tables;
    private final LockScheme lock;
    private final Users users;
    private final Duration timeout;

    /** @param lock a lock that waits */
    RequestPath(Database database, LockScheme lock, Users users, Duration timeout) {
        this.database = database;
        this.tables = new SaleTables(database);
        this.lock = lock;
        this.users = users;
        this.timeout = timeout;
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        if (tables.available(item) < units) {
            return Outcome.SOLD_OUT;
        }
        long user = users.next();
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.whileHolding(
                "sale:" + item,
                timeout,
                token -> outcome.set(database.inTransaction(() -> deductAndInsert(item, user, units))));
        return outcome.get();
    }

    private Outcome deductAndInsert(String item, long user, int units) {
        if (tables.hasOrder(item, user)) {
            return Outcome.REFUSED;
        }
        if (!tables.deduct(item, units)) {
            return Outcome.SOLD_OUT;
        }
        tables.insertOrder(user, item, user); // users have one order each, so the user's number is the order's
        return Outcome.TAKEN;
    }

    @Override
    public void fill(String item, int units) {
        tables.fill(item, units);
    }

    @Override
    public int left(String item) {
        return tables.available(item);
    }

    @Override
    public void close() {
        lock.close();
        database.close();
    }
}
