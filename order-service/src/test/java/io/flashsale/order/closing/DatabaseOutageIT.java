package io.flashsale.order.closing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.order.OrderServiceFixture;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;

/** A shopper cancels while the database ends the statement, or is no longer the primary. */
class DatabaseOutageIT extends OrderServiceFixture {

    @Autowired
    private TransactionTemplate transaction;

    @ParameterizedTest
    @ValueSource(strings = {"KILL CONNECTION ", "KILL QUERY "})
    void shouldAnswer503ToAStatementThatIsKilled(String kill) {
        Map.Entry<Long, Long> order = placed();
        transaction.executeWithoutResult(status -> {
            number("SELECT id FROM orders WHERE id = ? FOR UPDATE", order.getKey());
            CompletableFuture<Answer> waits = CompletableFuture.supplyAsync(() -> cancel(order));
            await().until(() -> !waitingFor(order.getKey()).isEmpty());
            update(kill + waitingFor(order.getKey()).getFirst());
            assertUnavailable(waits.join());
        });
        assertThat(cancel(order).text("status")).isEqualTo("CLOSED");
    }

    private List<Long> waitingFor(long order) {
        return numbers("""
                SELECT id FROM information_schema.processlist
                WHERE id <> CONNECTION_ID() AND info LIKE ? AND info LIKE '%FOR UPDATE%'
                """, "%" + order + "%");
    }

    private static void assertUnavailable(Answer answer) {
        assertProblem(answer, 503, "service-unavailable");
        assertThat(answer.raw().headers().firstValue("Retry-After")).contains("1");
        assertThat(answer.raw().headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    /**
     * A fail-over made a replica of the server, which stays up: existing connections go on to reach it. Played by a
     * trigger, as read_only would be for all tests on this server.
     */
    @Test
    void shouldLeaveAServerThatHasBecomeReadOnly() {
        Map.Entry<Long, Long> order = placed();
        List<Long> before = connections();
        update("""
                CREATE TRIGGER read_only_server BEFORE UPDATE ON orders FOR EACH ROW
                SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1290,
                    MESSAGE_TEXT = 'The MariaDB server is running with the --read-only option'
                """);
        try {
            assertUnavailable(cancel(order));
        } finally {
            update("DROP TRIGGER read_only_server");
        }
        assertThat(cancel(order).text("status")).isEqualTo("CLOSED");
        await().untilAsserted(() -> assertThat(connections()).doesNotContainAnyElementsOf(before));
    }

    private List<Long> connections() {
        return numbers("SELECT id FROM information_schema.processlist WHERE db = DATABASE()");
    }
}
