package io.flashsale.commons.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Stores instants in DATETIME columns as UTC, whatever the time zones of driver, session and server. */
public final class UtcTime {

    private UtcTime() {}

    /** Reads the column of the current row; null if the column is null. */
    public static @Nullable Instant read(ResultSet row, String column) throws SQLException {
        return of(row.getObject(column, LocalDateTime.class));
    }

    static @Nullable Instant of(@Nullable LocalDateTime time) {
        return time == null ? null : time.toInstant(ZoneOffset.UTC);
    }

    /** Converts the instant to a statement parameter. */
    public static LocalDateTime write(Instant time) {
        return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    }
}
