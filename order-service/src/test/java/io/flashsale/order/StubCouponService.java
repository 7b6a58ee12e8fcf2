package io.flashsale.order;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.coupon.CouponReserved;
import io.flashsale.contracts.coupon.ReserveCoupon;
import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Stands in for coupon-service over real HTTP: it keeps a coupon for the first order that asks. The real one is met in
 * system-tests. */
public final class StubCouponService {

    /** How the next answers come out. */
    public enum Behaviour {
        NORMAL,
        /** 503 before anything is done. */
        DOWN,
        /** Reserves, then answers 500: the caller cannot know. */
        ANSWER_LOST
    }

    private final JsonMapper json = JsonMapper.builder().build();
    private final HttpServer server;
    private final Map<Long, Long> discounts = new ConcurrentHashMap<>();
    private final Map<Long, Long> holders = new ConcurrentHashMap<>();
    private final List<ReserveCoupon> asked = new CopyOnWriteArrayList<>();
    private final AtomicReference<Runnable> beforeAnswer = new AtomicReference<>(() -> {});
    private volatile Behaviour behaviour = Behaviour.NORMAL;

    StubCouponService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/internal/coupons/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public void behave(Behaviour next) {
        behaviour = next;
    }

    /** Forgets what a test has asked for, and keeps who holds which coupon. */
    void reset() {
        behave(Behaviour.NORMAL);
        beforeAnswering(() -> {});
    }

    /** Happens once, while the next call waits, before anything is decided on it. */
    public void beforeAnswering(Runnable action) {
        beforeAnswer.set(action);
    }

    public void coupon(long coupon, long discountCents) {
        discounts.put(coupon, discountCents);
    }

    public void held(long coupon, long order) {
        holders.put(coupon, order);
    }

    /** The order that holds it does without it. */
    public void freed(long coupon) {
        holders.remove(coupon);
    }

    /** What was asked about this order, in turn. */
    public List<ReserveCoupon> asked(long order) {
        return asked.stream().filter(command -> command.orderId() == order).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            long coupon = Long.parseLong(exchange.getRequestURI().getPath().split("/")[3]);
            ReserveCoupon command = json.readValue(exchange.getRequestBody(), ReserveCoupon.class);
            asked.add(command);
            beforeAnswer.getAndSet(() -> {}).run();
            if (behaviour == Behaviour.DOWN) {
                send(exchange, Problems.of(ProblemType.SERVICE_UNAVAILABLE));
                return;
            }
            Long discount = discounts.get(coupon);
            if (discount == null) {
                send(exchange, Problems.of(ProblemType.COUPON_NOT_FOUND));
                return;
            }
            if (discount == 0) {
                ProblemDetail problem = Problems.of(ProblemType.COUPON_NOT_USABLE);
                problem.setProperty("reason", "EXPIRED");
                send(exchange, problem);
                return;
            }
            long holder = holders.computeIfAbsent(coupon, first -> command.orderId());
            if (holder != command.orderId()) {
                ProblemDetail problem = Problems.of(ProblemType.COUPON_IN_USE);
                problem.setProperty("orderId", Long.toString(holder));
                send(exchange, problem);
            } else if (behaviour == Behaviour.ANSWER_LOST) {
                send(exchange, Problems.of(ProblemType.INTERNAL_ERROR));
            } else {
                send(exchange, 200, "application/json", new CouponReserved(coupon, holder, discount));
            }
        }
    }

    private void send(HttpExchange exchange, ProblemDetail problem) throws IOException {
        Map<String, Object> body = new java.util.HashMap<>();
        body.put("type", String.valueOf(problem.getType()));
        body.put("status", problem.getStatus());
        if (problem.getProperties() != null) {
            body.putAll(problem.getProperties());
        }
        send(exchange, problem.getStatus(), "application/problem+json", body);
    }

    private void send(HttpExchange exchange, int status, String type, Object body) throws IOException {
        byte[] bytes = json.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
