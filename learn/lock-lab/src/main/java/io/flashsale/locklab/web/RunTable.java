package io.flashsale.locklab.web;

import io.flashsale.locklab.scenario.Sizes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The history of runs, of which the last {@value #KEPT} are kept. */
@Component
class RunTable {

    static final int KEPT = 1_000;

    /** Longer than any run. After it, the instance that began the run counts as dead. */
    private static final Duration RUN_TIMEOUT = Duration.ofMinutes(10);

    private static final String SELECT = """
            SELECT id, strategy, scenario, stock, buyers, processes, state, started_by, started_at, ended_at, fault,
            """;

    private final JdbcClient jdbc;
    private final JsonMapper json;
    private final Clock clock;

    RunTable(JdbcClient jdbc, JsonMapper json, Clock clock) {
        this.jdbc = jdbc;
        this.json = json;
        this.clock = clock;
    }

    RunView insert(String strategy, String scenario, Sizes sizes, long startedBy) {
        Instant now = clock.instant();
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        jdbc.sql("""
                        INSERT INTO lab_run (strategy, scenario, stock, buyers, processes, started_by, started_at, state)
                        VALUES (?, ?, ?, ?, ?, ?, ?, 'STARTING')""")
                .params(strategy, scenario, sizes.stock(), sizes.buyers(), sizes.processes(), startedBy)
                .param(Timestamp.from(now))
                .update(key);
        long id = Objects.requireNonNull(key.getKey()).longValue();
        jdbc.sql("DELETE FROM lab_run WHERE id <= ?").param(id - KEPT).update();
        return new RunView(
                id,
                strategy,
                scenario,
                sizes.stock(),
                sizes.buyers(),
                sizes.processes(),
                RunState.STARTING,
                startedBy,
                now,
                null,
                null,
                null);
    }

    void update(RunView run) {
        jdbc.sql("UPDATE lab_run SET state = ?, ended_at = ?, fault = ?, report = ?, summary = ? WHERE id = ?")
                .param(run.state().name())
                .param(run.endedAt() == null ? null : Timestamp.from(run.endedAt()))
                .param(run.fault())
                .param(run.report() == null ? null : run.report().toString())
                .param(run.summary() == null ? null : run.summary().toString())
                .param(run.id())
                .update();
    }

    Optional<RunView> find(long id) {
        return jdbc.sql(SELECT + "report FROM lab_run WHERE id = ?")
                .param(id)
                .query((row, number) -> view(row))
                .optional();
    }

    /** The runs with the summaries of their reports. */
    RunView.Page newestFirst(int page, int size) {
        List<RunView> runs = jdbc.sql(SELECT + "summary AS report FROM lab_run ORDER BY id DESC LIMIT ? OFFSET ?")
                .params(size, (long) page * size)
                .query((row, number) -> view(row))
                .list();
        long total = jdbc.sql("SELECT COUNT(*) FROM lab_run").query(Long.class).single();
        return new RunView.Page(runs, page, size, total);
    }

    private RunView view(ResultSet row) throws SQLException {
        String report = row.getString("report");
        Instant startedAt = row.getTimestamp("started_at").toInstant();
        RunState state = RunState.valueOf(row.getString("state"));
        String fault = row.getString("fault");
        if (!state.isOver() && startedAt.isBefore(clock.instant().minus(RUN_TIMEOUT))) {
            state = RunState.FAILED;
            fault = "The lab ended before the run did.";
        }
        return new RunView(
                row.getLong("id"),
                row.getString("strategy"),
                row.getString("scenario"),
                row.getInt("stock"),
                row.getInt("buyers"),
                row.getInt("processes"),
                state,
                row.getLong("started_by"),
                startedAt,
                instant(row.getTimestamp("ended_at")),
                fault,
                report == null ? null : json.readTree(report));
    }

    private static @Nullable Instant instant(@Nullable Timestamp at) {
        return at == null ? null : at.toInstant();
    }
}
