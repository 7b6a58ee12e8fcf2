package io.flashsale.admission.outbox;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.flashsale.admission.ReservationGroup;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Sends groups to the queue: those of one campaign in sequence, campaigns side by side. A send may block while the
 * queue cannot say where the campaign's messages go; then only this campaign waits.
 */
final class QueueSender {

    private final ReservationQueue queue;
    private final LongSupplier nanos;

    /** @param nanos as {@link System#nanoTime}, for the deadlines */
    QueueSender(ReservationQueue queue, LongSupplier nanos) {
        this.queue = queue;
        this.nanos = nanos;
    }

    /** A group and the queue's acknowledgement; fails if the queue does not take the group. */
    record Sent(ReservationGroup group, CompletableFuture<Void> acknowledged) {}

    /**
     * Sends without waiting for acknowledgements. Groups of a single campaign are sent by the caller's thread,
     * without a hand-off.
     *
     * @param deadline in the nanoseconds of this sender; a group that was not handed to the queue by then is not
     *     sent, and fails
     */
    List<Sent> send(List<ReservationGroup> groups, long deadline) {
        List<Sent> sent = groups.stream()
                .map(group -> new Sent(group, new CompletableFuture<>()))
                .toList();
        Collection<List<Sent>> campaigns = sent.stream()
                .collect(groupingBy(each -> each.group().campaignId(), LinkedHashMap::new, toList()))
                .values();
        if (campaigns.size() == 1) {
            sendInSequence(sent, deadline);
        } else {
            campaigns.forEach(campaign -> Thread.ofVirtual().start(() -> sendInSequence(campaign, deadline)));
        }
        return sent;
    }

    private void sendInSequence(List<Sent> campaign, long deadline) {
        for (Sent each : campaign) {
            if (nanos.getAsLong() - deadline >= 0) {
                each.acknowledged().completeExceptionally(new TimeoutException("not sent in time"));
            } else {
                var _ = queue.sendOrFail(each.group()).whenComplete((_, fault) -> {
                    if (fault == null) {
                        each.acknowledged().complete(null);
                    } else {
                        each.acknowledged().completeExceptionally(fault);
                    }
                });
            }
        }
    }
}
