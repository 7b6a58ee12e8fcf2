package io.flashsale.order.outbox;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.simulation.shop.MapperDouble;
import io.flashsale.simulation.shop.SimulatedTables;
import io.flashsale.simulation.shop.SimulatedTables.OutboxLine;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The outbox of order-service over rows in memory. */
public final class SimulatedOrderOutbox {

    private static final RepeatedTask NOT_STARTED = new RepeatedTask("outbox", Duration.ofSeconds(1), () -> {});

    private final SimulatedTables tables;
    private final OutboxMapper mapper;

    public SimulatedOrderOutbox(SimulatedTables tables) {
        this.tables = tables;
        this.mapper = MapperDouble.of(OutboxMapper.class, new Rows());
    }

    public Outbox outbox(JsonMapper json) {
        return new Outbox(mapper, json, event -> {}, NOT_STARTED);
    }

    /** Sends what is in it; each call is one pass. */
    public Runnable publisher(KafkaTemplate<String, byte[]> kafka, MeterRegistry meters) {
        OutboxPublisher publisher =
                new OutboxPublisher(mapper, new TransactionTemplate(tables.database), kafka, meters);
        return () -> {
            publisher.publishNew();
            publisher.publishLeft();
        };
    }

    /** The statements of {@link OutboxMapper}. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private final class Rows {

        void insert(List<OutboxMapper.NewMessage> messages) {
            messages.forEach(message -> {
                long id = tables.nextOutboxId();
                tables.outbox.insert(id, new OutboxLine(id, message.topic(), message.messageKey(), message.payload()));
            });
        }

        List<OutboxMapper.Message> lock(long after, long last, int limit) {
            return tables.outbox.rows().stream()
                    .filter(line -> line.id() > after && line.id() <= last)
                    .filter(line -> !tables.outbox.isLockedByAnother(line.id()))
                    .limit(limit)
                    .toList()
                    .stream()
                    .map(line -> {
                        tables.outbox.lock(line.id());
                        return new OutboxMapper.Message(line.id(), line.topic(), line.key(), line.payload());
                    })
                    .toList();
        }

        Set<Long> idsUpTo(long last) {
            Set<Long> ids = new TreeSet<>();
            tables.outbox.rows().forEach(line -> {
                if (line.id() <= last) {
                    ids.add(line.id());
                }
            });
            return ids;
        }

        void delete(List<OutboxMapper.Message> sent) {
            sent.forEach(message -> tables.outbox.remove(message.id()));
        }
    }
}
