package io.flashsale.admission.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.admission.outbox.SavedGroupsContract;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import tools.jackson.databind.json.JsonMapper;

/** On a schema of its own, where no relay sends what a test saves. */
class JdbcSavedGroupsIT extends SavedGroupsContract {

    private final DriverManagerDataSource database = database();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final SavedGroups saved =
            new JdbcSavedGroups(jdbc, new JdbcTransactionManager(database), JsonMapper.shared(), Duration.ofMinutes(1));

    private static DriverManagerDataSource database() {
        SqlDatabase schema = DevStack.shared().database().freshSchema("saved-groups");
        return new DriverManagerDataSource(schema.jdbcUrl(), schema.user(), schema.password());
    }

    @BeforeEach
    void makeTable() throws IOException {
        jdbc.sql(Files.readString(ProjectRoot.find().resolve("sql/stock/V31__reservation_backlog.sql")))
                .update();
    }

    @Override
    protected SavedGroups saved() {
        return saved;
    }

    @Override
    protected void goAway() {
        jdbc.sql("DROP TABLE reservation_backlog").update();
    }

    @Test
    void shouldTellByTheClockOfTheDatabaseWhatIsOverdue() {
        assertThat(saved.oldestAge()).isZero();
        save(group(CAMPAIGN, 10), group(CAMPAIGN, 20), group(CAMPAIGN, 30));
        jdbc.sql("UPDATE reservation_backlog SET saved_at = saved_at - INTERVAL 2 HOUR WHERE first_reservation = 20")
                .update();
        jdbc.sql("UPDATE reservation_backlog SET saved_at = saved_at + INTERVAL 2 HOUR WHERE first_reservation = 30")
                .update();
        assertThat(saved.overdue(Duration.ofHours(1), 0, 100))
                .as("also what was saved before the clock was set back")
                .containsExactly(group(CAMPAIGN, 20), group(CAMPAIGN, 30));
        assertThat(saved.oldestAge()).isGreaterThan(Duration.ofHours(1));
    }

    /** Otherwise a rebuild would miss a group whose commit takes long. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSayWhoWaitsBeforeTheCommit(boolean inTime) {
        List<Set<Long>> waiting = new ArrayList<>();
        saved.save(List.of(group(CAMPAIGN, 10)), () -> {
            waiting.add(waiting());
            return inTime;
        });
        assertThat(waiting).containsExactly(Set.of(CAMPAIGN));
        assertThat(waiting()).isEqualTo(inTime ? Set.of(CAMPAIGN) : Set.of());
    }

    private Set<Long> waiting() {
        try {
            return saved.waiting(List.of(CAMPAIGN, 43L));
        } catch (ExecutionException fault) {
            throw new AssertionError(fault);
        }
    }

    @Test
    void shouldGoPastARowThatCannotBeReadAndKeepItsGateWaiting() throws Exception {
        jdbc.sql("INSERT INTO reservation_backlog VALUES (5, 42, UTC_TIMESTAMP(3), 'no group')")
                .update();
        save(group(43, 10));
        assertThat(saved.overdue(Duration.ZERO, 0, 1)).isEmpty();
        assertThat(saved.overdue(Duration.ZERO, 0, 1)).containsExactly(group(43, 10));
        assertThat(saved.waiting(List.of(CAMPAIGN))).containsExactly(CAMPAIGN);
        assertThat(saved.oldestAge()).as("an alert tells it").isGreaterThan(Duration.ofDays(365));
    }
}
