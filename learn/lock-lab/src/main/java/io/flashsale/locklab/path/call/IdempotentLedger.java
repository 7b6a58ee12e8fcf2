package io.flashsale.locklab.path.call;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.database.ConditionalUpdate;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;

/**
 * Takes units from stock for a caller who names each operation.
 *
 * <p>Guarantees: an operation takes effect once, however often and from wherever it is called. Its outcome is in
 * {@code stock_flow}, keyed by the operation and written in the same transaction as the stock. Redis only spares a
 * repeated call the way to the database, and may forget.
 */
final class IdempotentLedger {

    /** Redis does not know the operation, so that the database is asked. */
    static final String UNKNOWN_TO_REDIS = "unknown-to-redis";

    /** The operation is in {@code stock_flow}; the stock is untouched and nothing is committed. */
    static final String FLOW_WRITTEN = "flow-written";

    /** The units are taken and committed; neither Redis nor the caller knows. */
    static final String COMMITTED = "committed-not-answered";

    private static final int TTL_SECONDS = 600;

    private final Database database;
    private final ConditionalUpdate stock;
    private final Redis redis;

    IdempotentLedger(Database database, Redis redis) {
        this.database = database;
        this.stock = new ConditionalUpdate(database);
        this.redis = redis;
        database.sql("""
                CREATE TABLE IF NOT EXISTS stock_flow (
                    operation VARCHAR(100) NOT NULL PRIMARY KEY,
                    item VARCHAR(100) NOT NULL,
                    units INT NOT NULL,
                    outcome VARCHAR(20) NOT NULL)""").update();
    }

    /** Takes units for this operation. A repeated call returns the first call's outcome. */
    Outcome deduct(String operation, String item, int units) {
        RedisReply known = redis.call("GET", "operation:" + operation);
        if (!known.isNothing()) {
            return Outcome.valueOf(known.text());
        }
        FailPoints.hit(UNKNOWN_TO_REDIS);
        Outcome outcome = deductOrRead(operation, item, units);
        FailPoints.hit(COMMITTED);
        redis.call("SET", "operation:" + operation, outcome, "EX", TTL_SECONDS);
        return outcome;
    }

    private Outcome deductOrRead(String operation, String item, int units) {
        try {
            return database.inTransaction(() -> {
                database.sql("INSERT INTO stock_flow (operation, item, units, outcome) VALUES (?, ?, ?, ?)")
                        .params(operation, item, units, Outcome.TAKEN.name())
                        .update();
                FailPoints.hit(FLOW_WRITTEN);
                Outcome outcome = stock.deduct(item, units);
                if (outcome != Outcome.TAKEN) {
                    database.sql("UPDATE stock_flow SET outcome = ? WHERE operation = ?")
                            .params(outcome.name(), operation)
                            .update();
                }
                return outcome;
            });
        } catch (DuplicateKeyException doneBefore) {
            return outcomeOf(operation).orElseThrow();
        }
    }

    /** The outcome of an operation; empty if it has not been carried out so far. */
    Optional<Outcome> outcomeOf(String operation) {
        return database.sql("SELECT outcome FROM stock_flow WHERE operation = ?")
                .param(operation)
                .query(String.class)
                .optional()
                .map(Outcome::valueOf);
    }

    /** Takes units without an operation: each call is a new one. */
    Outcome deductUnnamed(String item, int units) {
        Outcome outcome = stock.deduct(item, units);
        FailPoints.hit(COMMITTED);
        return outcome;
    }

    void fill(String item, int units) {
        stock.fill(item, units);
    }

    int left(String item) {
        return stock.left(item);
    }
}
