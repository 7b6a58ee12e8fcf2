package io.flashsale.order.webpush;

import io.flashsale.contracts.message.MessageForShopper.Kind;
import io.flashsale.order.webpush.PushMapper.Due;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
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
class PushProcessor implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PushProcessor.class);

    /** Pushes that one instance sends at the same time. Those to a service that does not answer hold up no others. */
    private static final int AT_ONCE = 200;

    private static final int MAX_ATTEMPTS = 8;

    /** Longer than any attempt takes. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final PushMapper rows;
    private final PushClient client;
    private final WebPushProperties properties;
    private final TransactionTemplate transaction;
    private final Clock clock;

    PushProcessor(
            PushMapper rows,
            PushClient client,
            WebPushProperties properties,
            TransactionTemplate transaction,
            Clock clock) {
        this.rows = rows;
        this.client = client;
        this.properties = properties;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Begins an attempt of each push whose time has come, as soon as there is a place for it. */
    void pushDue() throws InterruptedException {
        int free;
        List<Due> batch;
        do {
            places.acquire();
            free = 1 + places.drainPermits();
            batch = lease(free);
            batch.forEach(due -> threads.execute(() -> {
                try {
                    attempt(due);
                } finally {
                    places.release();
                }
            }));
        } while (batch.size() == free);
    }

    private List<Due> lease(int free) {
        List<Due> due = List.of();
        try {
            due = Objects.requireNonNull(transaction.execute(status -> {
                List<Due> locked = rows.lockDue(free);
                rows.lease(locked, LEASE);
                return locked;
            }));
            return due;
        } finally {
            places.release(free - due.size());
        }
    }

    /** If this fails, the lease ends and the next attempt follows. */
    private void attempt(Due due) {
        try {
            PushMapper.Push push = rows.find(due).orElse(null);
            if (push == null || isOver(push)) { // or the browser has another shopper now
                rows.done(due);
                return;
            }
            if (due.attempts() >= MAX_ATTEMPTS) {
                giveUp(due, "none of " + MAX_ATTEMPTS + " attempts came to an end");
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

    private boolean isOver(PushMapper.Push push) {
        return push.kind() == Kind.OFFER && push.at() != null && clock.instant().isAfter(push.at());
    }

    @Override
    public void close() {
        threads.shutdownNow();
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
