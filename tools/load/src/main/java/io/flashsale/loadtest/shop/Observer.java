package io.flashsale.loadtest.shop;

import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.client.ShopClient;
import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.verdict.Audit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the sale's figures four times a second during the load, for the charts only. Without a live view it asks
 * the auditor, less often. It leaves out failed readings. The verdict does not use them.
 */
public final class Observer implements AutoCloseable {

    /**
     * The sale's figures at one moment, {@code at} in milliseconds since 1970. They are the units left in MySQL and in
     * Redis, the orders in MySQL, and what is in flight. Null is what this system does not tell.
     */
    public record Observation(
            long at,
            @Nullable Long available,
            @Nullable Long redisRemaining,
            @Nullable Long orders,
            @Nullable Long queued) {}

    private static final Duration LIVE_INTERVAL = Duration.ofMillis(250);
    private static final Duration AUDIT_INTERVAL = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ShopClient shop;
    private final Target target;
    private final String saleId;
    private final String token;
    private final List<Observation> seen = new ArrayList<>();
    private final Thread thread;
    private volatile boolean closed;
    private boolean liveView;

    public Observer(ShopClient shop, Target target, String saleId, String adminToken) {
        this.shop = shop;
        this.target = target;
        this.saleId = saleId;
        this.token = adminToken;
        this.liveView = target == Target.REAL;
        this.thread = Thread.ofVirtual().name("observer").start(this::run);
    }

    private void run() {
        while (!closed) {
            try {
                look();
                Thread.sleep(liveView ? LIVE_INTERVAL : AUDIT_INTERVAL);
            } catch (NoAnswerException unanswered) {
                // The next reading may succeed.
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look() {
        long at = System.currentTimeMillis();
        Answer answer = ask();
        if (liveView && answer.status() == 404) {
            liveView = false;
            answer = ask();
        }
        if (answer.status() == 200) {
            Observation observation = liveView ? ofSnapshot(at, answer.body()) : ofAudit(at, answer.body());
            synchronized (seen) {
                seen.add(observation);
            }
        }
    }

    private Answer ask() {
        String path = liveView ? "/api/lab/live/" + saleId + "/snapshot" : target.auditPath(saleId);
        return shop.call("GET", path, token, null, TIMEOUT);
    }

    private static Observation ofSnapshot(long at, JsonNode snapshot) {
        Long outbox = number(snapshot, "outboxLength");
        Long lag = number(snapshot, "kafkaLag");
        return new Observation(
                at,
                number(snapshot, "available"),
                number(snapshot, "redisRemaining"),
                number(snapshot, "ordersTotal"),
                outbox == null || lag == null ? null : Long.valueOf(outbox + lag));
    }

    private static Observation ofAudit(long at, JsonNode audit) {
        Audit.SaleFigures sale = Audit.of(audit).sale();
        return new Observation(
                at, sale.available(), sale.redisRemaining(), sale.ordersInAll(), number(audit, "inFlight"));
    }

    private static @Nullable Long number(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isNumber() ? Long.valueOf(value.asLong()) : null;
    }

    /** Returns all figures so far, in the order of time. */
    public List<Observation> seen() {
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
