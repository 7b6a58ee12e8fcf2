package io.flashsale.locklab.observation;

import static io.flashsale.locklab.observation.IsolationLevels.Level.READ_COMMITTED;
import static io.flashsale.locklab.observation.IsolationLevels.Level.REPEATABLE_READ;
import static io.flashsale.locklab.observation.IsolationLevels.Level.SERIALIZABLE;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.text.TextTable;
import java.io.PrintStream;
import java.sql.Connection;

/**
 * What ann's transaction sees of the stock row while bob's changes it, at each isolation level.
 *
 * <p>The promises are those of the SQL standard; a database may promise more.
 */
final class IsolationLevels implements AutoCloseable {

    private static final String ROW = " WHERE sale_id = 1 AND bucket = 0";
    private static final String READ = "SELECT available FROM stock" + ROW;
    private static final String LOCKING_READ = READ + " FOR UPDATE";
    private static final String READ_ALL = "SELECT SUM(available) FROM stock WHERE sale_id = 1";
    private static final String ADD_BUCKET = "INSERT INTO stock (sale_id, bucket, available) VALUES (1, 1, 50)";
    private static final String TAKE_ONE = "UPDATE stock SET available = available - 1" + ROW + " AND available >= 1";
    private static final long STOCK = 100;

    enum Level {
        READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
        READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
        REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
        SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

        final int jdbc;

        Level(int jdbc) {
            this.jdbc = jdbc;
        }

        @Override
        public String toString() {
            return name().replace('_', ' ');
        }
    }

    /** A way in which two transactions can disturb each other, and the lowest level that rules it out. */
    enum Anomaly {
        DIRTY_READ("dirty read", READ_COMMITTED, IsolationLevels::dirtyRead),
        NON_REPEATABLE_READ("non-repeatable read", REPEATABLE_READ, IsolationLevels::nonRepeatableRead),
        PHANTOM("phantom", SERIALIZABLE, IsolationLevels::phantom),
        LOST_UPDATE("lost update", SERIALIZABLE, IsolationLevels::lostUpdate);

        private final String words;
        private final Level ruledOutFrom;
        private final Meeting meeting;

        Anomaly(String words, Level ruledOutFrom, Meeting meeting) {
            this.words = words;
            this.ruledOutFrom = ruledOutFrom;
            this.meeting = meeting;
        }

        boolean mayHappenAt(Level level) {
            return level.compareTo(ruledOutFrom) < 0;
        }
    }

    @FunctionalInterface
    private interface Meeting {
        Seen at(IsolationLevels levels, Level level) throws InterruptedException;
    }

    /** Whether the anomaly happened, and what was seen. */
    record Seen(boolean happened, String what) {}

    private final LabDatabase database;

    private IsolationLevels(ProcessDirectory home) {
        database = LabDatabase.KIND.start().apply(home);
        database.reset();
        database.sql().sql("""
                CREATE TABLE stock (
                    sale_id BIGINT NOT NULL,
                    bucket SMALLINT NOT NULL,
                    available BIGINT NOT NULL,
                    PRIMARY KEY (sale_id, bucket))""").update();
    }

    static boolean observe(ProcessDirectory home, PrintStream out) throws InterruptedException {
        try (IsolationLevels levels = new IsolationLevels(home)) {
            boolean kept = levels.anomalies(out);
            out.println();
            return levels.waysToBuy(out) && kept;
        }
    }

    private boolean anomalies(PrintStream out) throws InterruptedException {
        TextTable table = new TextTable("anomaly", "level", "promised", "observed", "seen");
        boolean kept = true;
        for (Anomaly anomaly : Anomaly.values()) {
            for (Level level : Level.values()) {
                refill();
                Seen seen = anomaly.meeting.at(this, level);
                kept &= keeps(anomaly, level, seen);
                table.add(
                        anomaly.words,
                        level,
                        anomaly.mayHappenAt(level) ? "allowed" : "never",
                        seen.happened() ? "happens" : "does not",
                        seen.what());
            }
        }
        out.print(table.text());
        return kept;
    }

    static boolean keeps(Anomaly anomaly, Level level, Seen seen) {
        return !seen.happened() || anomaly.mayHappenAt(level);
    }

    private void refill() {
        database.sql().sql("DELETE FROM stock").update();
        database.sql()
                .sql("INSERT INTO stock (sale_id, bucket, available) VALUES (1, 0, ?)")
                .param(STOCK)
                .update();
    }

    private Transaction begin(Level level) {
        return new Transaction(database, level.jdbc);
    }

    /** Bob takes all units and thinks better of it; ann looks before he does. */
    private Seen dirtyRead(Level level) throws InterruptedException {
        try (Transaction bob = begin(READ_COMMITTED);
                Transaction ann = begin(level)) {
            bob.run("UPDATE stock SET available = 0" + ROW);
            Statement look = ann.send(READ);
            if (look.waits()) {
                bob.rollBack();
                return new Seen(false, "ann waits until bob has rolled back, and reads " + look.answer());
            }
            boolean dirty = look.number() != STOCK;
            return new Seen(dirty, "ann reads " + look.answer() + ", and bob rolls 0 back");
        }
    }

    /** Ann looks twice; bob buys in between. */
    private Seen nonRepeatableRead(Level level) throws InterruptedException {
        try (Transaction bob = begin(level);
                Transaction ann = begin(level)) {
            long first = ann.run(READ);
            Statement buys = bob.send(TAKE_ONE);
            if (!buys.waits()) {
                bob.commit();
            }
            long second = ann.run(READ);
            if (buys.waits()) {
                return new Seen(first != second, "ann reads 100, then " + second + "; bob's UPDATE waits for her");
            }
            String locked = ann.send(LOCKING_READ).answer();
            return new Seen(first != second, "ann reads 100, then " + second + ", and with FOR UPDATE " + locked);
        }
    }

    /** Ann adds all buckets up twice; bob adds a bucket in between. */
    private Seen phantom(Level level) throws InterruptedException {
        try (Transaction bob = begin(level);
                Transaction ann = begin(level)) {
            long first = ann.run(READ_ALL);
            Statement adds = bob.send(ADD_BUCKET);
            if (!adds.waits()) {
                bob.commit();
            }
            long second = ann.run(READ_ALL);
            return new Seen(
                    first != second,
                    "ann adds up 100, then " + second + (adds.waits() ? "; bob's INSERT waits for her" : ""));
        }
    }

    /** Both look, and each writes one less. */
    private Seen lostUpdate(Level level) throws InterruptedException {
        Bought bought = bothBuy(level, READ);
        return new Seen(bought.isLost(), bought.inWords());
    }

    /** Returns whether only a plain SELECT loses a unit. */
    private boolean waysToBuy(PrintStream out) throws InterruptedException {
        TextTable table = new TextTable("ann and bob buy one each by", "level", "sold", "left", "seen");
        boolean asPromised = true;
        for (Way way : Way.values()) {
            refill();
            Bought bought = way.look.isEmpty() ? bothUpdate() : bothBuy(way.level, way.look);
            table.add(way.words, way.level, bought.sold(), bought.left(), bought.inWords());
            asPromised &= bought.isLost() == (way == Way.PLAIN);
        }
        out.print(table.text());
        return asPromised;
    }

    private enum Way {
        PLAIN("SELECT, then UPDATE to the number less one", REPEATABLE_READ, READ),
        SERIAL("the same", SERIALIZABLE, READ),
        LOCKING("SELECT … FOR UPDATE, then UPDATE", REPEATABLE_READ, LOCKING_READ),
        CONDITIONAL("UPDATE … available - 1 … WHERE available >= 1", REPEATABLE_READ, "");

        private final String words;
        private final Level level;
        private final String look;

        Way(String words, Level level, String look) {
            this.words = words;
            this.level = level;
            this.look = look;
        }
    }

    /** How many were sold and are left, and what happened on the way. */
    private record Bought(int sold, long left, String inWords) {
        boolean isLost() {
            return sold + left > STOCK;
        }
    }

    private Bought bothBuy(Level level, String look) throws InterruptedException {
        try (Transaction ann = begin(level);
                Transaction bob = begin(level)) {
            long annRead = ann.run(look);
            Statement bobLooks = bob.send(look);
            Statement annWrites = ann.send(to(annRead - 1));
            if (bobLooks.waits() || !annWrites.waits()) { // she cannot wait for him while he waits for her
                annWrites.number();
                ann.commit();
            }
            Statement bobWrites = bob.send(to(bobLooks.number() - 1));
            boolean bobBuys = bobWrites.succeeds() && bob.commit();
            boolean annBuys = annWrites.succeeds() && ann.commit();
            String reads = bobLooks.waits() ? "bob's SELECT waits for ann, and reads " : "both read 100: ";
            String end = bobLooks.waits()
                    ? bobLooks.answer()
                    : annBuys && bobBuys
                            ? "the second UPDATE overwrites the first"
                            : (annBuys ? "bob" : "ann") + " is rolled back, "
                                    + (annBuys ? bobWrites : annWrites).answer();
            return new Bought((annBuys ? 1 : 0) + (bobBuys ? 1 : 0), left(), reads + end);
        }
    }

    private Bought bothUpdate() throws InterruptedException {
        try (Transaction ann = begin(REPEATABLE_READ);
                Transaction bob = begin(REPEATABLE_READ)) {
            ann.run(TAKE_ONE);
            Statement bobTakes = bob.send(TAKE_ONE);
            ann.commit();
            int bobBuys = (int) bobTakes.number();
            bob.commit();
            return new Bought(
                    1 + bobBuys, left(), bobTakes.waits() ? "bob's UPDATE waits for ann, and takes one of 99" : "");
        }
    }

    private static String to(long units) {
        return "UPDATE stock SET available = " + units + ROW;
    }

    private long left() {
        return database.sql().sql(READ).query(Long.class).single();
    }

    @Override
    public void close() {
        database.close();
    }
}
