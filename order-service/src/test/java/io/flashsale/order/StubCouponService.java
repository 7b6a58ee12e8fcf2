package io.flashsale.order;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.testing.LocalHttpServer;
import io.flashsale.contracts.coupon.CouponRefusal;
import io.flashsale.contracts.coupon.CouponReserved;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.coupon.ReserveCoupon;
import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands in for coupon-service over real HTTP and keeps a coupon for the first order that asks. It keeps
 * {@link io.flashsale.contracts.testing.CouponRedemptionContract} unless a test makes it misbehave.
 */
public final class StubCouponService {

    /** How it gives the next answers. */
    public enum Behaviour {
        NORMAL,
        /** Answers 503 without doing anything. */
        DOWN,
        /** Reserves, then answers 500, so that the caller cannot know. */
        ANSWER_LOST
    }

    private record Attempt(long order, int number) {}

    private record Held(Attempt by, long discountCents, boolean used) {}

    private final JsonMapper json = JsonMapper.builder().build();
    private final HttpServer server = LocalHttpServer.started();
    private final Map<Long, Long> discounts = new ConcurrentHashMap<>();
    private final Map<Long, Long> owners = new ConcurrentHashMap<>();
    private final Map<Long, Held> holders = new ConcurrentHashMap<>();
    private final Map<Long, Set<Attempt>> ended = new ConcurrentHashMap<>();
    private final List<ReserveCoupon> asked = new CopyOnWriteArrayList<>();
    private final AtomicReference<Runnable> beforeAnswer = new AtomicReference<>(() -> {});
    private volatile Behaviour behaviour = Behaviour.NORMAL;

    StubCouponService() {
        server.createContext("/internal/coupons/", this::answer);
    }

    public String url() {
        return LocalHttpServer.url(server);
    }

    public void behave(Behaviour next) {
        behaviour = next;
    }

    /** Forgets what a test has asked for, and keeps the holders of coupons. */
    void reset() {
        behave(Behaviour.NORMAL);
        beforeAnswering(() -> {});
    }

    /** Runs the action once, before the next call is decided and answered. */
    public void beforeAnswering(Runnable action) {
        beforeAnswer.set(action);
    }

    /** Adds a coupon of any shopper: expired with a discount of 0, refused as by a later version with less. */
    public void coupon(long coupon, long discountCents) {
        discounts.put(coupon, discountCents);
    }

    /** Adds a coupon of this shopper. */
    void coupon(long coupon, long user, long discountCents) {
        owners.put(coupon, user);
        coupon(coupon, discountCents);
    }

    public void held(long coupon, long order) {
        holders.put(coupon, new Held(new Attempt(order, 1), discounts.getOrDefault(coupon, 0L), false));
    }

    /** Frees the coupon from its order. */
    public void freed(long coupon) {
        holders.remove(coupon);
    }

    /** Does what coupon-service does when it hears an order's outcome. */
    synchronized void settle(CouponSettled settled) {
        Attempt attempt = new Attempt(settled.orderId(), settled.attempt());
        Held held = holders.get(settled.couponId());
        if (settled.outcome() == CouponSettled.Outcome.USED) {
            holders.put(settled.couponId(), new Held(attempt, settled.discountCents(), true));
        } else {
            ended.computeIfAbsent(settled.couponId(), first -> new HashSet<>()).add(attempt);
            if (held != null && held.by().equals(attempt)) {
                freed(settled.couponId());
            }
        }
    }

    /** The requests about this order, in sequence. */
    public List<ReserveCoupon> asked(long order) {
        return asked.stream().filter(command -> command.orderId() == order).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            long coupon = Long.parseLong(exchange.getRequestURI().getPath().split("/")[3]);
            ReserveCoupon command = json.readValue(exchange.getRequestBody(), ReserveCoupon.class);
            asked.add(command);
            beforeAnswer.getAndSet(() -> {}).run();
            Object answer = behaviour == Behaviour.DOWN ? ProblemType.SERVICE_UNAVAILABLE : reserve(coupon, command);
            boolean lost = behaviour == Behaviour.ANSWER_LOST && answer instanceof CouponReserved;
            LocalHttpServer.answer(exchange, lost ? ProblemType.INTERNAL_ERROR : answer);
        }
    }

    /** Returns a {@link CouponReserved}, or the problem. */
    private synchronized Object reserve(long coupon, ReserveCoupon command) {
        if (command.orderId() <= 0 || command.attempt() < 1 || command.priceCents() < 0) {
            return ProblemType.INVALID_REQUEST;
        }
        Long discount = discounts.get(coupon);
        if (discount == null || owners.getOrDefault(coupon, command.userId()) != command.userId()) {
            return ProblemType.COUPON_NOT_FOUND;
        }
        Attempt attempt = new Attempt(command.orderId(), command.attempt());
        Held held = holders.get(coupon);
        if (held != null && held.by().equals(attempt)) {
            return new CouponReserved(coupon, command.orderId(), held.discountCents());
        }
        if (held != null && (held.used() || held.by().order() != command.orderId())) {
            ProblemDetail problem = Problems.of(ProblemType.COUPON_IN_USE);
            problem.setProperty("orderId", Long.toString(held.by().order()));
            return problem;
        }
        if (held != null && held.by().number() > command.attempt()
                || ended.getOrDefault(coupon, Set.of()).contains(attempt)) {
            return notUsable(CouponRefusal.ATTEMPT_ENDED.name());
        }
        if (discount < 0) {
            return notUsable("OF_A_LATER_VERSION");
        }
        if (discount == 0) {
            return notUsable(CouponRefusal.EXPIRED.name());
        }
        if (command.priceCents() == 0) {
            return notUsable(CouponRefusal.NO_DISCOUNT.name());
        }
        long cents = Math.min(discount, command.priceCents());
        holders.put(coupon, new Held(attempt, cents, false));
        return new CouponReserved(coupon, command.orderId(), cents);
    }

    private static ProblemDetail notUsable(String reason) {
        ProblemDetail problem = Problems.of(ProblemType.COUPON_NOT_USABLE);
        problem.setProperty("reason", reason);
        return problem;
    }
}
