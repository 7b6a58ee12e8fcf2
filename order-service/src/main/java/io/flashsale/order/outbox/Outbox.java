package io.flashsale.order.outbox;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.order.sql.MultiRowInsert;
import java.util.Collection;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes messages that must reach Kafka if, and only if, the present transaction commits.
 *
 * <p>Each is sent at least once, soon after the commit; see {@link OutboxPublisher}.
 */
@Component
public class Outbox {

    private static final MultiRowInsert INSERT = new MultiRowInsert(
            "INSERT INTO outbox (topic, message_key, payload, created_at) VALUES", "(?, ?, ?, UTC_TIMESTAMP(3))");

    private final JdbcTemplate jdbc;
    private final JsonMapper json;
    private final ApplicationEventPublisher events;

    Outbox(JdbcTemplate jdbc, JsonMapper json, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.json = json;
        this.events = events;
    }

    /** Something was written. Whoever sends it is told after the commit. */
    record Filled() {}

    @Transactional(propagation = Propagation.MANDATORY)
    public void append(Collection<OrderReleased> facts) {
        if (facts.isEmpty()) {
            return;
        }
        List<Object[]> rows = facts.stream()
                .map(fact ->
                        new Object[] {OrderReleased.TOPIC, Long.toString(fact.saleId()), json.writeValueAsString(fact)})
                .toList();
        INSERT.execute(jdbc, rows);
        events.publishEvent(new Filled());
    }
}
