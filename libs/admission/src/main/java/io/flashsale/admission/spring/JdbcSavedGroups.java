package io.flashsale.admission.spring;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.commons.problem.OutageLog;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Keeps them in table {@code reservation_backlog}. */
final class JdbcSavedGroups implements SavedGroups {

    private static final Logger log = LoggerFactory.getLogger(JdbcSavedGroups.class);

    /** How long a caller waits. With the wait for Kafka, less than the gateway waits for the answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final OutageLog outage = new OutageLog(log, "the reservations that are saved for Kafka cannot be reached");
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final TransactionTemplate beforeTheCommit;
    private final JsonMapper json;
    private final Duration timeout;

    JdbcSavedGroups(JdbcClient jdbc, PlatformTransactionManager transactions, JsonMapper json) {
        this(jdbc, transactions, json, TIMEOUT);
    }

    /** The same with another time-out, for tests. */
    JdbcSavedGroups(JdbcClient jdbc, PlatformTransactionManager transactions, JsonMapper json, Duration timeout) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.beforeTheCommit = new TransactionTemplate(transactions);
        beforeTheCommit.setIsolationLevel(TransactionDefinition.ISOLATION_READ_UNCOMMITTED);
        this.json = json;
        this.timeout = timeout;
    }

    private record Row(long first, String content) {}

    @Override
    public boolean save(List<ReservationGroup> groups, BooleanSupplier inTime) {
        return answerOr(
                false,
                () -> Objects.requireNonNull(transaction.execute(status -> {
                    groups.forEach(this::insert);
                    boolean saves = inTime.getAsBoolean();
                    if (!saves) {
                        status.setRollbackOnly();
                    }
                    return saves;
                })));
    }

    private void insert(ReservationGroup group) {
        jdbc.sql("""
                        INSERT INTO reservation_backlog (first_reservation, gate_id, saved_at, content)
                        VALUES (:first, :gate, UTC_TIMESTAMP(3), :content)
                        ON DUPLICATE KEY UPDATE gate_id = gate_id
                        """)
                .param("first", group.first())
                .param("gate", group.campaignId())
                .param("content", json.writeValueAsString(group))
                .update();
    }

    /** A time in the future means that the clock was set back; nobody knows how old such a group is. */
    @Override
    public List<ReservationGroup> overdue(Duration age, long after, int max) {
        List<Row> rows = answerOr(
                List.of(),
                () -> jdbc.sql("""
                        SELECT first_reservation, content
                          FROM reservation_backlog
                         WHERE first_reservation > :after
                           AND saved_at NOT BETWEEN TIMESTAMPADD(MICROSECOND, 1 - :micros, UTC_TIMESTAMP(3))
                                                AND UTC_TIMESTAMP(3)
                         ORDER BY first_reservation
                         LIMIT :max
                        """)
                        .param("after", after)
                        .param("micros", TimeUnit.NANOSECONDS.toMicros(age.toNanos()))
                        .param("max", max)
                        .query((row, _) -> new Row(row.getLong("first_reservation"), row.getString("content")))
                        .list());
        return rows.stream().flatMap(this::read).toList();
    }

    /** A row that cannot be read is never overdue again. Its gate still waits for it, and it counts as ancient. */
    private Stream<ReservationGroup> read(Row row) {
        try {
            return Stream.of(json.readValue(row.content(), ReservationGroup.class));
        } catch (JacksonException malformed) {
            log.error("row {} of reservation_backlog can never be sent: {}", row.first(), row.content(), malformed);
            answerOr(
                    0,
                    () -> jdbc.sql("UPDATE reservation_backlog SET saved_at = NULL WHERE first_reservation = :first")
                            .param("first", row.first())
                            .update());
            return Stream.empty();
        }
    }

    @Override
    public void forget(List<ReservationGroup> groups) {
        answerOr(
                0,
                () -> jdbc.sql("DELETE FROM reservation_backlog WHERE first_reservation IN (:sent)")
                        .param(
                                "sent",
                                groups.stream().map(ReservationGroup::first).toList())
                        .update());
    }

    /** Counts rows that are written and not committed yet, without waiting for their commit. */
    @Override
    public Set<Long> waiting(Collection<Long> campaignIds) throws ExecutionException {
        if (campaignIds.isEmpty()) {
            return Set.of();
        }
        try {
            return ask(() -> Objects.requireNonNull(beforeTheCommit.execute(
                            _ -> jdbc.sql("SELECT gate_id FROM reservation_backlog WHERE gate_id IN (:gates)")
                                    .param("gates", campaignIds)
                                    .query(Long.class)
                                    .set())))
                    .get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExecutionException(interrupted);
        }
    }

    @Override
    public Duration oldestAge() {
        return answerOr(
                Duration.ZERO,
                () -> jdbc.sql(
                                "SELECT COALESCE(MAX(TIMESTAMPDIFF(MICROSECOND, COALESCE(saved_at, '2025-01-01'), UTC_TIMESTAMP(3))), 0)"
                                        + " FROM reservation_backlog")
                        .query((row, _) -> Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(row.getLong(1))))
                        .single());
    }

    private <T> T answerOr(T otherwise, Supplier<T> question) {
        return ask(question)
                .exceptionally(fault -> {
                    outage.warn(fault);
                    return otherwise;
                })
                .join();
    }

    /** In a thread of its own: nothing else bounds the wait for a connection and for the statement. */
    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, Thread::startVirtualThread)
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
}
