package io.flashsale.commons.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailOverEvictionTests {

    private final HikariDataSource pool = mock();
    private final HikariPoolMXBean connections = mock();
    private long nanos = Long.MAX_VALUE - 10;
    private final FailOverEviction eviction = new FailOverEviction(pool, () -> nanos);

    @BeforeEach
    void poolHasStarted() {
        when(pool.getHikariPoolMXBean()).thenReturn(connections);
    }

    @ParameterizedTest
    @ValueSource(ints = {1290, 1836, 3032})
    void shouldCloseAllConnectionsWhenTheServerTakesNoChanges(int error) {
        assertThat(eviction.adjudicate(new SQLException("read-only", "HY000", error)))
                .isEqualTo(SQLExceptionOverride.Override.MUST_EVICT);
        verify(connections).softEvictConnections();
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

    @Test
    void shouldCloseAConnectionThatWasKilledAndNoOther() {
        assertThat(eviction.adjudicate(new SQLException("killed", "70100", 1927)))
                .isEqualTo(SQLExceptionOverride.Override.MUST_EVICT);
        verify(connections, never()).softEvictConnections();
    }

    @Test
    void shouldLeaveOtherErrorsToThePool() {
        assertThat(eviction.adjudicate(new SQLException("duplicate", "23000", 1062)))
                .isEqualTo(SQLExceptionOverride.Override.CONTINUE_EVICT);
        assertThat(eviction.adjudicate(new SQLException("of the driver", (String) null)))
                .isEqualTo(SQLExceptionOverride.Override.CONTINUE_EVICT);
        verify(connections, never()).softEvictConnections();
    }
}
