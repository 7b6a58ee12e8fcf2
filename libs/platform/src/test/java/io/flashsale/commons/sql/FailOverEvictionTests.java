package io.flashsale.commons.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailOverEvictionTests {

    private final HikariDataSource pool = mock();
    private final HikariPoolMXBean connections = mock();
    private long nanos = Long.MAX_VALUE - 10;
    private final FailOverEviction eviction = new FailOverEviction(pool, () -> nanos);

    @BeforeEach
    void poolHasStarted() {
        when(pool.getHikariPoolMXBean()).thenReturn(connections);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "read-only,     HY000, 1290, MUST_EVICT,     1",
        "read-only,     HY000, 1836, MUST_EVICT,     1",
        "offline,       HY000, 3032, MUST_EVICT,     1",
        "killed,        70100, 1927, MUST_EVICT,     0",
        "duplicate,     23000, 1062, CONTINUE_EVICT, 0",
        "of the driver, ,      0,    CONTINUE_EVICT, 0"
    })
    void shouldCloseAllConnectionsOnlyWhenTheServerTakesNoChangesAndAKilledOneAlone(
            String why, @Nullable String state, int error, SQLExceptionOverride.Override expected, int evictions) {
        assertThat(eviction.adjudicate(new SQLException(why, state, error))).isEqualTo(expected);
        verify(connections, times(evictions)).softEvictConnections();
    }

    @Test
    void shouldConnectAnewAtMostOnceASecondWhileItTakesNone() {
        SQLException readOnly = new SQLException("read-only", "HY000", 1290);
        for (int refused = 0; refused < 100; refused++) {
            assertThat(eviction.adjudicate(readOnly)).isEqualTo(SQLExceptionOverride.Override.MUST_EVICT);
        }
        verify(connections).softEvictConnections();
        nanos += FailOverEviction.PAUSE.toNanos();
        eviction.adjudicate(readOnly);
        verify(connections, times(2)).softEvictConnections();
    }
}
