package io.flashsale.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.testing.LocalHttpServer;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.Reservation;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.contracts.stock.SaleOpenings;
import io.flashsale.contracts.stock.SaleOpenings.Opening;
import io.flashsale.contracts.stock.StockFlows;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stands in for stock-service over real HTTP, with an idempotent ledger and reservations in memory. It keeps
 * {@link io.flashsale.contracts.testing.StockServiceContract} unless a test makes it misbehave.
 */
public final class StubStockService {

    /** How it gives the next answers. */
    public enum Behaviour {
        NORMAL,
        /** Answers 503 without doing anything. */
        DOWN,
        /** Does the work, then answers 500, so that the caller cannot know. */
        ANSWER_LOST,
        /** Answers 404, like a proxy without a route. */
        MISROUTED
    }

    /** A sale that is never passed to {@link #stock}. */
    public static final long UNKNOWN_SALE = 404_404;

    /** The present price of every sale. */
    public static final long PRICE_CENTS = 1_990;

    private final JsonMapper json = JsonMapper.builder().build();
    private final HttpServer server = LocalHttpServer.started();
    private final Map<Long, Integer> stock = new ConcurrentHashMap<>();
    private final Map<Long, Integer> limits = new ConcurrentHashMap<>();
    private final Map<Long, Long> earlierPrices = new ConcurrentHashMap<>();
    private final Map<Long, List<StockFlows.Line>> flows = new ConcurrentHashMap<>();
    private final AtomicInteger lookups = new AtomicInteger();
    private final Map<Long, Reservation> reservations = new ConcurrentHashMap<>();
    private final AtomicReference<Runnable> afterDeduction = new AtomicReference<>(() -> {});
    private final Set<Long> locked = ConcurrentHashMap.newKeySet();
    private final Set<Long> ofALaterVersion = ConcurrentHashMap.newKeySet();
    private final Map<Long, Instant> openings = new ConcurrentHashMap<>();
    private final Map<Long, Instant> closings = new ConcurrentHashMap<>();
    private final Set<Long> calledOff = ConcurrentHashMap.newKeySet();
    private volatile Behaviour behaviour = Behaviour.NORMAL;
    private volatile String lastToken = "";

    StubStockService() {
        server.createContext("/internal/stock/deductions", exchange -> answer(exchange, this::deduct));
        server.createContext("/internal/stock/flows/", exchange -> answer(exchange, this::flows));
        server.createContext("/internal/called-off-sales/", exchange -> answer(exchange, this::callOff));
        server.createContext("/internal/openings", exchange -> answer(exchange, this::openings));
        server.createContext("/internal/reservations/", exchange -> answer(exchange, this::find));
    }

    public String url() {
        return LocalHttpServer.url(server);
    }

    public void behave(Behaviour next) {
        behaviour = next;
    }

    /** Forgets what a test has asked for, and keeps what was sold. */
    void reset() {
        behave(Behaviour.NORMAL);
        afterNextDeduction(() -> {});
        locked.clear();
    }

    /** Answers 503 for this sale only, as while somebody else's transaction holds its row. */
    public void lock(long sale) {
        locked.add(sale);
    }

    public void unlock(long sale) {
        locked.remove(sale);
    }

    /** Deducts for the order, and answers with an outcome that only a later version of order-service knows. */
    public void answerAsALaterVersion(long order) {
        ofALaterVersion.add(order);
    }

    /** Answers for the order as before: order-service was upgraded. */
    public void answerAsThisVersion(long order) {
        ofALaterVersion.remove(order);
    }

    /** Runs the action once, after the next deduction and before its answer. */
    public void afterNextDeduction(Runnable action) {
        afterDeduction.set(action);
    }

    /** Adds the sale, with a limit of one unit for each shopper. */
    public void stock(long sale, int units) {
        stock.put(sale, units);
    }

    /** Sets when the sale opens and closes; others are open. */
    public void window(long sale, Instant opensAt, Instant closesAt) {
        openings.put(sale, opensAt);
        closings.put(sale, closesAt);
    }

    /** Adds a price that the sale had earlier. */
    public void earlierPrice(long sale, long priceCents) {
        earlierPrices.put(sale, priceCents);
    }

    /** Sets how many units of the sale a shopper may have. */
    public void limit(long sale, int units) {
        limits.put(sale, units);
    }

    public void reserved(long order, long sale, long user) {
        reservations.put(order, new Reservation(order, sale, user));
    }

    /** Does what stock-service does when it hears of an ended order. */
    public synchronized void release(OrderReleased ended) {
        List<StockFlows.Line> known = flowsOf(ended.orderId());
        if (known.stream().allMatch(StubStockService::isDeduction)) {
            if (!known.isEmpty()) {
                stock.merge(ended.saleId(), 1, Integer::sum);
            }
            write(ended.orderId(), known.isEmpty() ? "VOID" : "RELEASE", ended.saleId(), ended.userId());
        }
    }

    /** Loses the flows of the order, as a restore of an older backup does. */
    public void forget(long order) {
        flows.remove(order);
    }

    public synchronized int available(long sale) {
        return stock.getOrDefault(sale, 0);
    }

    /** The orders that hold a unit of the sale. */
    public synchronized Set<Long> holding(long sale) {
        return flows.entrySet().stream()
                .filter(order -> order.getValue().stream().allMatch(flow -> isDeduction(flow) && flow.saleId() == sale))
                .map(Map.Entry::getKey)
                .collect(toSet());
    }

    /** Whether it knows that the sale was called off. */
    public boolean isCalledOff(long sale) {
        return calledOff.contains(sale);
    }

    /** How often it was asked for a reservation. */
    public int lookups() {
        return lookups.get();
    }

    public String lastToken() {
        return lastToken;
    }

    private interface Call {
        Object of(HttpExchange exchange) throws IOException;
    }

    private void answer(HttpExchange exchange, Call call) throws IOException {
        try (exchange) {
            lastToken = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            Behaviour now = behaviour;
            Object answer = now == Behaviour.NORMAL || now == Behaviour.ANSWER_LOST ? call.of(exchange) : now;
            switch (now) {
                case NORMAL -> LocalHttpServer.answer(exchange, answer);
                case DOWN -> LocalHttpServer.answer(exchange, ProblemType.SALE_WARMING_UP);
                case ANSWER_LOST -> LocalHttpServer.answer(exchange, ProblemType.INTERNAL_ERROR);
                case MISROUTED -> LocalHttpServer.answer(exchange, 404, "application/json", "{}".getBytes(UTF_8));
            }
        }
    }

    /** The number at this position of the path. */
    private static long idIn(HttpExchange exchange, int place) {
        return Long.parseLong(exchange.getRequestURI().getPath().split("/")[place]);
    }

    private Object flows(HttpExchange exchange) {
        return new StockFlows(flowsOf(idIn(exchange, 4)));
    }

    private Object callOff(HttpExchange exchange) {
        long sale = idIn(exchange, 3);
        if (!stock.containsKey(sale)) {
            return ProblemType.SALE_NOT_FOUND;
        }
        calledOff.add(sale);
        return Map.of();
    }

    private Object openings(HttpExchange exchange) {
        List<Long> asked = Stream.of(exchange.getRequestURI().getQuery().split("&"))
                .map(parameter -> Long.parseLong(parameter.replace("saleIds=", "")))
                .distinct()
                .toList();
        if (asked.size() > SaleOpenings.MAX_SALES) {
            return ProblemType.INVALID_REQUEST;
        }
        return new SaleOpenings.Openings(asked.stream()
                .filter(stock::containsKey)
                .map(sale -> new Opening(
                        sale,
                        "Sale " + sale,
                        openings.getOrDefault(sale, Instant.EPOCH),
                        closings.getOrDefault(sale, Instant.parse("2099-01-01T00:00:00Z")),
                        calledOff.contains(sale)))
                .toList());
    }

    private Object find(HttpExchange exchange) {
        Reservation found = reservations.get(idIn(exchange, 3));
        lookups.incrementAndGet();
        if (found == null
                || !("userId=" + found.userId()).equals(exchange.getRequestURI().getQuery())) {
            return ProblemType.RESERVATION_NOT_FOUND;
        }
        return found;
    }

    private Object deduct(HttpExchange exchange) throws IOException {
        Deduct command = json.readValue(exchange.getRequestBody(), Deduct.class);
        long orders =
                command.orders().stream().map(Deduct.Line::orderId).distinct().count();
        if (orders < 1
                || orders > Deduct.MAX_ORDERS
                || orders < command.orders().size()) {
            return ProblemType.INVALID_REQUEST;
        }
        if (!stock.containsKey(command.saleId())) {
            return ProblemType.SALE_NOT_FOUND;
        }
        if (locked.contains(command.saleId())) {
            return ProblemType.SERVICE_UNAVAILABLE;
        }
        List<Deductions.Line> lines;
        synchronized (this) {
            lines = command.orders().stream()
                    .map(line -> new Deductions.Line(line.orderId(), outcome(command.saleId(), line)))
                    .toList();
        }
        afterDeduction.getAndSet(() -> {}).run();
        JsonNode answer = json.valueToTree(new Deductions(lines, null));
        for (JsonNode line : answer.path("orders")) {
            if (ofALaterVersion.contains(Long.parseLong(line.path("orderId").asString()))) {
                ((ObjectNode) line).put("outcome", "OF_A_LATER_VERSION");
            }
        }
        return answer;
    }

    private Outcome outcome(long sale, Deduct.Line order) {
        Outcome atTheRightPrice = outcomeAtTheRightPrice(sale, order);
        boolean right = order.priceCents() == PRICE_CENTS
                || order.priceCents() == earlierPrices.getOrDefault(sale, PRICE_CENTS);
        return right || !Set.of(Outcome.DEDUCTED, Outcome.INSUFFICIENT_STOCK).contains(atTheRightPrice)
                ? atTheRightPrice
                : Outcome.WRONG_PRICE;
    }

    private Outcome outcomeAtTheRightPrice(long sale, Deduct.Line order) {
        List<StockFlows.Line> known = flowsOf(order.orderId());
        if (known.stream().anyMatch(flow -> flow.saleId() != sale || flow.userId() != order.userId())) {
            return Outcome.OTHER_ORDER;
        }
        if (order.slot() > limits.getOrDefault(sale, 1)) {
            return Outcome.LIMIT_REACHED;
        }
        if (!known.stream().allMatch(StubStockService::isDeduction)) {
            return Outcome.ALREADY_RELEASED;
        }
        if (!known.isEmpty()) {
            return Outcome.DEDUCTED;
        }
        if (available(sale) == 0) {
            return Outcome.INSUFFICIENT_STOCK;
        }
        stock.merge(sale, -1, Integer::sum);
        write(order.orderId(), "DEDUCT", sale, order.userId());
        return Outcome.DEDUCTED;
    }

    private static boolean isDeduction(StockFlows.Line flow) {
        return flow.type().equals("DEDUCT");
    }

    private List<StockFlows.Line> flowsOf(long order) {
        return flows.getOrDefault(order, List.of());
    }

    private void write(long order, String type, long sale, long user) {
        flows.computeIfAbsent(order, first -> new CopyOnWriteArrayList<>())
                .add(new StockFlows.Line(order, type, sale, user, Instant.now()));
    }
}
