package io.flashsale.locklab.web;

import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.commons.testing.PublicReadBudgets;
import java.time.Clock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Counts the statements of the public reads of runs, for one caller and for many. */
class RunReadsTests {

    private final JdbcClient jdbc = mock(JdbcClient.class, RETURNS_DEEP_STUBS);
    private final RunTable runs = new RunTable(jdbc, JsonMapper.builder().build(), Clock.systemUTC());

    @ParameterizedTest
    @ValueSource(ints = {1, PublicReadBudgets.MANY})
    void costAPageAndACountForEach(int callers) {
        when(jdbc.sql(anyString()).query(Long.class).single()).thenReturn(1_000L);
        clearInvocations(jdbc);
        for (int caller = 0; caller < callers; caller++) {
            runs.newestFirst(0, 100);
        }
        verify(jdbc, times(PublicReadBudgets.statements("GET /api/lab/runs", callers)))
                .sql(anyString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, PublicReadBudgets.MANY})
    void costOneLookByKeyForEach(int callers) {
        for (int caller = 0; caller < callers; caller++) {
            runs.find(caller);
        }
        verify(jdbc, times(PublicReadBudgets.statements("GET /api/lab/runs/{id}", callers)))
                .sql(anyString());
    }
}
