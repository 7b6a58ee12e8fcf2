package io.flashsale.order.push;

import io.flashsale.order.ordering.OrderView;
import java.io.IOException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One shopper's connection that follows one order. Sends each status once, and never an older one after a newer
 * one.
 */
final class OrderStream {

    private final SseEmitter emitter;
    private final long orderId;
    private final long shopper;
    private final Lock sending = new ReentrantLock();
    private @Nullable OrderView latest;

    OrderStream(SseEmitter emitter, long orderId, long shopper) {
        this.emitter = emitter;
        this.orderId = orderId;
        this.shopper = shopper;
    }

    SseEmitter emitter() {
        return emitter;
    }

    long orderId() {
        return orderId;
    }

    long shopper() {
        return shopper;
    }

    /** Sends the status if it is new, or under review now, and ends the stream after a final one. Fails if the shopper has disconnected. */
    void send(OrderView view) throws IOException {
        sending.lock();
        try {
            if (latest != null && !isNews(view, latest)) {
                return;
            }
            emitter.send(SseEmitter.event().name("status").data(view, MediaType.APPLICATION_JSON));
            latest = view;
            if (view.status().isFinal()) {
                emitter.complete();
            }
        } finally {
            sending.unlock();
        }
    }

    private static boolean isNews(OrderView view, OrderView latest) {
        return view.status().isAfter(latest.status())
                || (view.status() == latest.status()
                        && view.underReviewSince() != null
                        && latest.underReviewSince() == null);
    }

    /** Sends a comment, so that proxies do not close an idle connection. Fails if the shopper has disconnected. */
    void sendHeartbeat() throws IOException {
        sending.lock();
        try {
            emitter.send(SseEmitter.event().comment("still here"));
        } finally {
            sending.unlock();
        }
    }
}
