package io.flashsale.commons.sql;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * One INSERT statement with many rows, which costs a fraction of as many statements.
 *
 * <p>The driver could make it out of a JDBC batch, but only if the URL said {@code rewriteBatchedStatements=true}; the
 * speed of placement must not hang on whoever writes the URL.
 */
public final class MultiRowInsert {

    /** Rows a statement; keeps it far below the server's {@code max_allowed_packet}. */
    public static final int MAX_ROWS = 500;

    private final String into;
    private final String row;

    /**
     * @param into such as {@code INSERT INTO t (a, b) VALUES}
     * @param row the values of one row, such as {@code (?, UTC_TIMESTAMP(3))}
     */
    public MultiRowInsert(String into, String row) {
        this.into = into;
        this.row = row;
    }

    /** Inserts all rows, in as few statements as possible; whoever wants all or nothing begins a transaction. */
    public void execute(JdbcTemplate jdbc, List<Object[]> rows) {
        for (int from = 0; from < rows.size(); from += MAX_ROWS) {
            List<Object[]> chunk = rows.subList(from, Math.min(rows.size(), from + MAX_ROWS));
            String sql = into + " " + String.join(",", Collections.nCopies(chunk.size(), row));
            jdbc.update(sql, chunk.stream().flatMap(Stream::of).toArray());
        }
    }
}
