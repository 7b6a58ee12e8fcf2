package io.flashsale.admission.spring;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.UserReservation;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.springframework.kafka.support.SendResult;

/** A queue that traces how followed clicks left the outbox, and where Kafka has them. */
final class FollowedQueue implements ReservationQueue {

    private final ReservationQueue queue;
    private final OrderTrace trace;
    private final String sender;

    /** @param sender which takes them out of the outbox this way */
    FollowedQueue(ReservationQueue queue, OrderTrace trace, String sender) {
        this.queue = queue;
        this.trace = trace;
        this.sender = sender;
    }

    @Override
    public CompletableFuture<?> send(ReservationGroup group) {
        if (!trace.followsAny(group.reservations(), UserReservation::correlationId)) {
            return queue.send(group);
        }
        Instant begin = trace.now();
        CompletableFuture<?> sent = queue.send(group);
        trace.tell(() -> leftTheOutbox(group, begin));
        var _ = sent.thenAccept(result -> trace.tell(() -> acknowledged(group, begin, result)));
        return sent;
    }

    /** Allows for Redis' clock, which wrote the time and may be ahead of ours. */
    private void leftTheOutbox(ReservationGroup group, Instant sentAt) {
        Instant written = group.admittedAt().isBefore(sentAt) ? group.admittedAt() : sentAt;
        Map<String, String> wrote =
                Map.of("entry", group.outboxEntry(), "sent by", sender, "in the entry", Integer.toString(group.size()));
        group.reservations()
                .forEach(reservation ->
                        trace.stop(Stop.OUTBOX, reservation.correlationId(), written, sentAt, () -> wrote));
    }

    private void acknowledged(ReservationGroup group, Instant begin, Object result) {
        Map<String, String> wrote = new TreeMap<>();
        if (result instanceof SendResult<?, ?> kafka) {
            RecordMetadata record = kafka.getRecordMetadata();
            wrote.put("topic", record.topic());
            wrote.put("partition", Integer.toString(record.partition()));
            wrote.put("offset", Long.toString(record.offset()));
        }
        trace.stops(Stop.KAFKA, begin, group.reservations(), UserReservation::correlationId, reservation -> wrote);
    }
}
