package io.flashsale.commons.sql;

import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.jdbc.support.SQLErrorCodes;
import org.springframework.jdbc.support.SQLErrorCodesFactory;

/** Error codes of MySQL and MariaDB that Spring does not know. */
final class SqlErrorCodes {

    /** A value that does not fit its column, or breaks a CHECK constraint (of MySQL, of MariaDB). */
    private static final String[] NEVER_TAKEN = {"1366", "3819", "4025"};

    private SqlErrorCodes() {}

    /**
     * Has mappers throw {@link org.springframework.dao.DataIntegrityViolationException} for what the database can never
     * take: a message with it becomes a dead letter. A file {@code sql-error-codes.xml} would change what JdbcClient throws,
     * too, which would then ask the database for its name.
     */
    static void teach() {
        SQLErrorCodes known =
                Objects.requireNonNull(SQLErrorCodesFactory.getInstance().getErrorCodes("MySQL"));
        known.setDataIntegrityViolationCodes(
                Stream.concat(Stream.of(known.getDataIntegrityViolationCodes()), Stream.of(NEVER_TAKEN))
                        .distinct()
                        .toArray(String[]::new));
    }
}
