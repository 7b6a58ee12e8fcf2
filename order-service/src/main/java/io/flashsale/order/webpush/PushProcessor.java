package io.flashsale.order.webpush;

import io.flashsale.order.webpush.PushMapper.Due;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Pushes what is due.
 *
 * <p>A short transaction leases a batch and counts an attempt. Then the push services are called with no transaction
 * open, and the outcome is recorded. Several instances may work at once. A crash in between pushes again after the
 * lease; the browser then replaces the notification by the same one.
 *
 * <p>After {@value #MAX_ATTEMPTS} attempts the push is given up. The message stays on the page.
 */
@Component
class PushProcessor {

    private static final Logger log = LoggerFactory.getLogger(PushProcessor.class);

    /** Pushes that one instance sends at the same time. */
    private static final int BATCH = 50;

    private static final int MAX_ATTEMPTS = 8;

    /** Longer than any attempt takes. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final PushMapper rows;
    private final PushClient client;
    private final WebPushProperties properties;
    private final TransactionTemplate transaction;

    PushProcessor(PushMapper rows, PushClient client, WebPushProperties properties, TransactionTemplate transaction) {
        this.rows = rows;
        this.client = client;
        this.properties = properties;
        this.transaction = transaction;
    }

    /** Tries each push once whose time has come. */
    void pushDue() {
        List<Due> batch;
        do {
            batch = Objects.requireNonNull(transaction.execute(status -> lease()));
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                batch.forEach(due -> threads.execute(() -> attempt(due)));
            }
        } while (batch.size() == BATCH);
    }

    private List<Due> lease() {
        List<Due> due = rows.lockDue(BATCH);
        rows.lease(due, LEASE);
        return due;
    }

    /** If this fails, the lease ends and the next attempt follows. */
    private void attempt(Due due) {
        try {
            PushMapper.Push push = rows.find(due).orElse(null);
            if (push == null) { // the browser has another shopper now
                rows.done(due);
                return;
            }
            switch (client.send(push)) {
                case DELIVERED -> rows.done(due);
                case GONE -> rows.unsubscribe(due.subscriptionId());
                case REFUSED -> giveUp(due, "it was refused");
                case AGAIN -> again(due);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException fault) {
            log.warn("push of message {} failed", due.messageId(), fault);
        }
    }

    private void again(Due due) {
        int attempts = due.attempts() + 1;
        if (attempts >= MAX_ATTEMPTS) {
            giveUp(due, "the push service was away for " + attempts + " attempts");
            return;
        }
        rows.postpone(due, attempts, properties.firstPause().toMillis() << (attempts - 1));
    }

    private void giveUp(Due due, String why) {
        rows.done(due);
        log.warn("message {} is not pushed: {}", due.messageId(), why);
    }
}
