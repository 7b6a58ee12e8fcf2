package io.flashsale.commons.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Carries instants through DATETIME columns as UTC, whatever the time zones of driver, session and server are. */
public final class UtcTime {

    private UtcTime() {}

    /** The instant in the column of the present row; null if the column is. */
    public static @Nullable Instant read(ResultSet row, String column) throws SQLException {
        LocalDateTime time = row.getObject(column, LocalDateTime.class);
        return time == null ? null : time.toInstant(ZoneOffset.UTC);
    }

    /** The parameter for a statement. */
    public static LocalDateTime write(Instant time) {
        return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    }
}
