package io.flashsale.commons.sql;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a pool leave a server that is no longer the primary. After a fail-over such a server may stay up: pooled
 * connections would go on to reach it until their maximum age, half an hour, whatever address the new ones get.
 *
 * <p>The first refused change closes all connections, also those that only read and would read old rows. An open
 * one is closed as soon as it is given back. The pool then connects anew.
 */
final class FailOverEviction implements SQLExceptionOverride {

    /** Bounds what a server that stays read-only costs: the pool connects anew at most once in this time. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(FailOverEviction.class);

    private final HikariDataSource pool;
    private final LongSupplier nanos;
    private final AtomicLong next;

    FailOverEviction(HikariDataSource pool, LongSupplier nanos) {
        this.pool = pool;
        this.nanos = nanos;
        this.next = new AtomicLong(nanos.getAsLong());
    }

    /** Called by the pool for each error of one of its connections. */
    @java.lang.Override // the interface has a type of this name
    public Override adjudicate(SQLException error) {
        if (DatabaseOutage.isKilled(error)) {
            return Override.MUST_EVICT;
        }
        if (!DatabaseOutage.isOfNoPrimary(error)) {
            return Override.CONTINUE_EVICT;
        }
        leave(error);
        return Override.MUST_EVICT;
    }

    private void leave(SQLException error) {
        long now = nanos.getAsLong();
        long due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + PAUSE.toNanos())) {
            return;
        }
        @Nullable HikariPoolMXBean connections = pool.getHikariPoolMXBean();
        if (connections != null) {
            log.warn("the database takes no changes, closing all connections to it: {}", error.getMessage());
            connections.softEvictConnections();
        }
    }
}
