package io.flashsale.simulation.shop;

import io.flashsale.simulation.shop.World.Actor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.SimpleTransactionStatus;

/**
 * A MySQL inside this JVM: tables whose rows are locked by who writes them, until the end of the transaction.
 *
 * <p>Guarantees what the services rely on: READ COMMITTED, unique keys, a waiting writer that goes on after the commit
 * of the other one, a deadlock that ends one of the two. Each row is a value; there is no SQL. Only the beginning and the
 * commit of a transaction give others a turn, and a wait for a row.
 */
public final class SimulatedDatabase implements PlatformTransactionManager {

    private final World world;
    private final List<Table<?, ?>> tables = new ArrayList<>();

    SimulatedDatabase(World world) {
        this.world = world;
    }

    /** What a transaction has written, and not committed. */
    final class Transaction {

        private final @Nullable Actor owner;
        private final Map<Table<?, ?>, Map<Object, @Nullable Object>> writes = new LinkedHashMap<>();
        private boolean lost;

        Transaction(@Nullable Actor owner) {
            this.owner = owner;
        }

        private void end() {
            tables.forEach(table -> table.locks.values().removeIf(holder -> holder == this));
            if (owner != null && owner.transaction == this) {
                owner.transaction = null;
            }
        }

        private void commit() {
            writes.forEach((table, rows) -> rows.forEach(table::commit));
            end();
        }
    }

    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
        Actor actor = world.running();
        if (actor != null && actor.transaction != null) {
            throw new IllegalStateException("a transaction within another one");
        }
        world.call(Port.BEGIN, () -> "begins a transaction", () -> null);
        if (actor != null) {
            actor.transaction = new Transaction(actor);
        }
        return new SimpleTransactionStatus(true);
    }

    @Override
    public void commit(TransactionStatus status) {
        Actor actor = world.running();
        if (actor == null) {
            return;
        }
        if (status.isRollbackOnly()) {
            rollback(status);
            return;
        }
        Transaction ours = ours(actor);
        if (ours.writes.isEmpty() && !ours.lost) {
            ours.end();
            return;
        }
        try {
            world.call(Port.COMMIT, () -> "commits", () -> {
                if (ours.lost) {
                    throw new TransactionSystemException("the server has lost the transaction");
                }
                ours.commit();
                return null;
            });
        } finally {
            ours.end();
        }
    }

    @Override
    public void rollback(TransactionStatus status) {
        Actor actor = world.running();
        if (actor != null && actor.transaction != null) {
            actor.transaction.end();
        }
    }

    private static Transaction ours(Actor actor) {
        Transaction transaction = actor.transaction;
        if (transaction == null) {
            throw new UnexpectedRollbackException("no transaction");
        }
        return transaction;
    }

    /** Ends the transactions of actors that are gone. */
    void forget(Collection<Actor> gone) {
        gone.forEach(actor -> {
            if (actor.transaction != null) {
                actor.transaction.end();
            }
        });
    }

    /** Reads outside of a transaction. */
    public <T extends @Nullable Object> T read(String what, Supplier<T> reading) {
        Actor actor = world.running();
        return actor == null || actor.transaction != null ? reading.get() : world.call(Port.READ, () -> what, reading);
    }

    /** All rows at one moment. */
    record Backup(List<TreeMap<Object, Object>> tables) {}

    Backup backup() {
        return new Backup(tables.stream()
                .map(table -> new TreeMap<Object, Object>(table.committed))
                .toList());
    }

    /** Whether these tables have the rows that they had then. */
    boolean isUnchanged(Backup since, Collection<Table<?, ?>> some) {
        return some.stream()
                .allMatch(table -> table.committed.equals(since.tables().get(tables.indexOf(table))));
    }

    /** Takes all tables back to that moment; what is under way is lost. */
    void restore(Backup backup) {
        for (int i = 0; i < tables.size(); i++) {
            tables.get(i).restore(backup.tables().get(i));
        }
        world.actors().forEach(actor -> {
            if (actor.transaction != null) {
                Transaction lost = actor.transaction;
                lost.lost = true;
                lost.writes.clear();
                tables.forEach(table -> table.locks.values().removeIf(holder -> holder == lost));
            }
        });
    }

    <K extends Comparable<K>, V> Table<K, V> table() {
        Table<K, V> table = new Table<>();
        tables.add(table);
        return table;
    }

    /** Rows by their keys. */
    public final class Table<K extends Comparable<K>, V> {

        private final TreeMap<K, V> committed = new TreeMap<>();
        private final Map<Object, Transaction> locks = new LinkedHashMap<>();

        private Table() {}

        @SuppressWarnings("unchecked") // only this table's rows get here
        private void commit(Object key, @Nullable Object row) {
            if (row == null) {
                committed.remove((K) key);
            } else {
                committed.put((K) key, (V) row);
            }
        }

        @SuppressWarnings("unchecked") // they came from this table
        private void restore(TreeMap<Object, Object> rows) {
            committed.clear();
            rows.forEach((key, row) -> committed.put((K) key, (V) row));
        }

        private @Nullable Map<Object, @Nullable Object> written() {
            Actor actor = world.running();
            Transaction transaction = actor == null ? null : actor.transaction;
            if (transaction != null && transaction.lost) {
                throw new DataAccessResourceFailureException("the server was restored");
            }
            return transaction == null ? null : transaction.writes.get(this);
        }

        @SuppressWarnings("unchecked") // as in commit
        @Nullable
        public V get(K key) {
            Map<Object, @Nullable Object> written = written();
            return written != null && written.containsKey(key) ? (V) written.get(key) : committed.get(key);
        }

        /** All rows that the transaction sees, by their keys. */
        @SuppressWarnings("unchecked") // as in commit
        public Collection<V> rows() {
            Map<Object, @Nullable Object> written = written();
            if (written == null || written.isEmpty()) {
                return committed.values();
            }
            TreeMap<K, V> all = new TreeMap<>(committed);
            written.forEach((key, row) -> {
                if (row == null) {
                    all.remove((K) key);
                } else {
                    all.put((K) key, (V) row);
                }
            });
            return all.values();
        }

        /** Also those that are not committed yet. */
        @SuppressWarnings("unchecked") // as in commit
        public List<V> uncommittedRows() {
            List<V> all = new ArrayList<>(committed.values());
            locks.forEach((key, transaction) -> {
                Map<Object, @Nullable Object> written = transaction.writes.get(this);
                Object row = written == null ? null : written.get(key);
                if (row != null) {
                    all.add((V) row);
                }
            });
            return all;
        }

        public boolean isLockedByAnother(K key) {
            Transaction holder = locks.get(key);
            Actor actor = world.running();
            return holder != null && (actor == null || holder != actor.transaction);
        }

        /** Locks a row until the transaction ends, whether it exists or not; returns it as it is then. */
        @Nullable
        public V lock(K key) {
            Actor actor = world.running();
            if (actor == null || actor.transaction == null) {
                return committed.get(key);
            }
            written();
            Transaction holder = locks.get(key);
            while (holder != null && holder != actor.transaction) {
                waitFor(actor, holder, key);
                holder = locks.get(key);
            }
            written();
            locks.put(key, actor.transaction);
            return get(key);
        }

        private void waitFor(Actor actor, Transaction holder, K key) {
            for (Transaction next = holder; next != null && next.owner != null; next = next.owner.blockedBy) {
                if (next.owner == actor) {
                    throw new CannotAcquireLockException("deadlock");
                }
            }
            actor.blockedBy = holder;
            try {
                world.await(() -> locks.get(key) != holder);
            } finally {
                actor.blockedBy = null;
            }
        }

        public void put(K key, V row) {
            write(key, row);
        }

        public void remove(K key) {
            write(key, null);
        }

        /** Fails if there is such a row. */
        public void insert(K key, V row) {
            if (lock(key) != null) {
                throw new DuplicateKeyException("duplicate key " + key);
            }
            write(key, row);
        }

        private void write(K key, @Nullable V row) {
            Actor actor = world.running();
            if (actor == null || actor.transaction == null) {
                commit(key, row);
                return;
            }
            lock(key);
            actor.transaction
                    .writes
                    .computeIfAbsent(this, _ -> new LinkedHashMap<>())
                    .put(key, row);
        }
    }
}
