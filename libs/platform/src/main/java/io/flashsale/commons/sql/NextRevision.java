package io.flashsale.commons.sql;

/**
 * The next revision of a row, for an UPDATE that changes it.
 *
 * <p>Guarantees that it is greater than the one before. It follows the clock, in microseconds, with up to a second at
 * random on top: a database that was restored, and has lost the last changes, gives the next ones other revisions. Does
 * not guarantee that these are greater than the lost ones.
 */
public final class NextRevision {

    /** An SQL expression of the column {@code revision}. Below 2^53, which Lua and JavaScript count exactly, until 2255. */
    public static final String SQL = "GREATEST(revision, CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS SIGNED))"
            + " + 1 + CAST(FLOOR(RAND() * 1000000) AS SIGNED)";

    private NextRevision() {}
}
