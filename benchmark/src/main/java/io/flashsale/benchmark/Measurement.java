package io.flashsale.benchmark;

import static io.flashsale.benchmark.Progress.say;
import static java.util.stream.Collectors.toMap;

import io.flashsale.benchmark.Gatling.Latencies;
import io.flashsale.benchmark.PersistedOrders.Drain;
import io.flashsale.benchmark.Shop.Shopper;
import io.flashsale.benchmark.Wrk.Load;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures all figures one after the other in each round, so that what disturbs the machine disturbs all of them, and what
 * counts are the ratios. The letters are those of {@link Figure}.
 */
final class Measurement {

    private static final int ARRIVALS_A_SECOND = 1_000;
    private static final int STEADY_SECONDS = 20;
    private static final int PAYMENTS = 5_000;
    private static final int MANY_SALES = 10;
    private static final int MAX_WARM_UPS = 12;

    /** A warm-up that is not faster than the best before it by this factor is the last. */
    private static final double STILL_RISING = 1.05;

    private final Options options;
    private final Workload workload;
    private final SystemUnderTest system;
    private final Shop shop;
    private final PersistedOrders orders;
    private final Wrk wrk;
    private final Gatling gatling;
    private final List<Shopper> shoppers;
    private final Map<Long, Shopper> byId;
    private final Results results = new Results();

    /** Makes the shoppers, which takes a while. */
    Measurement(Options options, SystemUnderTest system, PersistedOrders orders, Wrk wrk, Gatling gatling) {
        this.options = options;
        this.workload = options.workload();
        this.system = system;
        this.shop = system.shop();
        this.orders = orders;
        this.wrk = wrk;
        this.gatling = gatling;
        say("making %,d shoppers", workload.maxUsers());
        this.shoppers = shop.shoppers(workload.maxUsers());
        this.byId = shoppers.stream().collect(toMap(Shopper::userId, shopper -> shopper));
    }

    /** What was measured so far. */
    Results results() {
        return results;
    }

    void measureAll() {
        results.coldStart(system.coldStart());
        warmUp();
        for (int round = 1; round <= options.rounds(); round++) {
            say("round %d of %d", round, options.rounds());
            round();
        }
        workload.growth().forEach(this::grow);
        system.measureMemory(results);
    }

    /** The JVMs compile what they run often, for minutes on a slow machine; nothing of this is counted. */
    private void warmUp() {
        double best = 0;
        boolean rising = true;
        for (int i = 1; rising && i <= MAX_WARM_UPS; i++) {
            soldOut(1_000);
            stockFloor();
            gatewayFloor();
            // A JVM that has just started may let some wait too long, and tell them to come again.
            Burst burst = burst(shoppers.subList(0, workload.burst()));
            pay(burst.sale());
            double rate = burst.load().perSecond();
            say("warming up, %d: %,.0f reservations a second", i, rate);
            rising = rate > best * STILL_RISING;
            best = Math.max(best, rate);
        }
        arrive(); // the first arrivals after a start were slower than the next, whenever there were two
    }

    private void round() {
        note(Figure.GATEWAY_FLOOR, gatewayFloor());
        note(Figure.STOCK_FLOOR, stockFloor());
        note(Figure.SOLD_OUT, soldOut(1_000));
        Burst burst = accept(shoppers.subList(0, workload.burst()));
        note(Figure.ACCEPTED, burst.load().perSecond());
        note(Figure.PERSISTED_AFTER, burst.drain().waited().toMillis());
        note(Figure.PAYMENTS, pay(burst.sale()));
        steady();
        List<Shopper> backlog = shoppers.subList(0, workload.backlog());
        note(Figure.DRAIN, drain(backlog, 1));
        note(Figure.DRAIN_OF_MANY, drain(backlog, MANY_SALES));
    }

    private void note(Figure figure, double value) {
        results.add(figure, value);
        say("  %s %s: %,.1f %s", figure.letter(), figure.title(), value, figure.unit());
    }

    /** (a): the key set of order-service, which it answers from memory, through the gateway's forwarding. */
    private double gatewayFloor() {
        return wrk.loop(
                        shop.url(),
                        Stream.of("GET /.well-known/jwks.json", "GET /.well-known/jwks.json"),
                        options.seconds())
                .requireAllAccepted("gateway's floor")
                .perSecond();
    }

    /** (b) */
    private double stockFloor() {
        return soldOut(system.stockServiceUrl(), 1_000);
    }

    /** (c) */
    private double soldOut(int users) {
        return soldOut(shop.url(), users);
    }

    private double soldOut(String url, int users) {
        long sale = shop.soldOutSale(shoppers.getLast());
        return wrk.loop(
                        url,
                        reservations(sale, shoppers.subList(0, Math.min(users, shoppers.size() - 1))),
                        options.seconds())
                .requireAllRefused("sold-out answers")
                .perSecond();
    }

    private record Burst(long sale, Load load, Drain drain) {}

    /** (d) and the first half of (e): each of these shoppers buys one of as many units. */
    private Burst accept(List<Shopper> buyers) {
        Burst burst = burst(buyers);
        burst.load().requireAllAccepted("reservations");
        return burst;
    }

    private Burst burst(List<Shopper> buyers) {
        long sale = shop.openSale(buyers.size());
        Load load = wrk.once(shop.url(), reservations(sale, buyers));
        return new Burst(sale, load, orders.await(List.of(sale), shop.reserved(sale)));
    }

    /** The second half of (e): placement is stopped until all have reserved, each in one of the sales. */
    private double drain(List<Shopper> buyers, int sales) {
        List<Long> open =
                Stream.generate(() -> shop.openSale(buyers.size())).limit(sales).toList();
        Stream<String> reservations = IntStream.range(0, buyers.size())
                .mapToObj(buyer -> reservation(open.get(buyer % sales), buyers.get(buyer)));
        system.orderService().pause();
        try {
            wrk.once(shop.url(), reservations).requireAllAccepted("reservations of the backlog");
        } finally {
            system.orderService().resume();
        }
        return orders.await(open, buyers.size()).perSecond();
    }

    /** (f) */
    private double pay(long sale) {
        List<String> payments = orders.payments(sale, Math.min(PAYMENTS, workload.burst()), byId);
        return wrk.once(shop.url(), payments.stream())
                .requireAllAccepted("payments")
                .perSecond();
    }

    /** (g) */
    private void steady() {
        Latencies times = arrive();
        note(Figure.STEADY_P50, times.percentile(50));
        note(Figure.STEADY_P99, times.percentile(99));
        note(Figure.STEADY_P999, times.percentile(99.9));
        note(Figure.STEADY_REFUSED, times.failed());
    }

    private Latencies arrive() {
        List<Shopper> arriving = shoppers.subList(0, Math.min(STEADY_SECONDS * ARRIVALS_A_SECOND, workload.burst()));
        return gatling.reserve(shop.url(), shop.openSale(arriving.size()), arriving, ARRIVALS_A_SECOND);
    }

    /** (j) */
    private void grow(int users) {
        say("growth: %,d users", users);
        List<Shopper> crowd = shoppers.subList(0, users);
        double soldOut = soldOut(users);
        Burst burst = accept(crowd);
        long before = orders.inAll();
        results.add(new Results.Growth(
                users, soldOut, burst.load().perSecond(), burst.drain().waited(), drain(crowd, 1), before));
    }

    private static Stream<String> reservations(long sale, List<Shopper> shoppers) {
        return shoppers.stream().map(shopper -> reservation(sale, shopper));
    }

    private static String reservation(long sale, Shopper shopper) {
        return "POST /api/sales/" + sale + "/reservations " + shopper.token();
    }
}
