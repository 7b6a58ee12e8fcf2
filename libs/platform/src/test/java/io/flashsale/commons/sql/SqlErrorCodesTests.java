package io.flashsale.commons.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;

class SqlErrorCodesTests {

    @BeforeAll
    static void teach() {
        SqlErrorCodes.teach();
    }

    @ParameterizedTest
    @CsvSource({"MySQL, HY000, 1366", "MySQL, HY000, 3819", "MariaDB, 23000, 4025"})
    void shouldKnowWhatTheDatabaseCanNeverTake(String database, String state, int code) {
        assertThat(translated(database, new SQLException("does not fit", state, code)))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    void shouldStillKnowWhatSpringKnows() {
        assertThat(translated("MySQL", new SQLException("Duplicate entry", "23000", 1062)))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(translated("MySQL", new SQLException("Deadlock found", "40001", 1213)))
                .isInstanceOf(ConcurrencyFailureException.class);
    }

    private static @Nullable DataAccessException translated(String database, SQLException fault) {
        return new SQLErrorCodeSQLExceptionTranslator(database).translate("insert", "INSERT", fault);
    }
}
