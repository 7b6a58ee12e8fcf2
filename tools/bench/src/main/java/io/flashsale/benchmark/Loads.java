package io.flashsale.benchmark;

import static io.flashsale.benchmark.Bench.say;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import io.flashsale.benchmark.Meter.Metered;
import io.flashsale.benchmark.PersistedOrders.Drain;
import io.flashsale.benchmark.load.Gatling;
import io.flashsale.benchmark.load.Gatling.Latencies;
import io.flashsale.benchmark.load.Workload;
import io.flashsale.benchmark.load.Wrk;
import io.flashsale.benchmark.load.Wrk.Load;
import io.flashsale.benchmark.report.Effort;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.client.account.SimulatedShopper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The loads behind the figures, each on its own sales; the letters are those of {@link Figure}. A load with
 * unexpected answers fails with {@link BenchFailedException}.
 */
final class Loads {

    private static final int SOLD_OUT_USERS = 1_000;
    private static final int ARRIVALS_A_SECOND = 1_000;
    private static final int STEADY_SECONDS = 20;
    private static final int PAYMENTS = 5_000;
    private static final int CROWD_FOR_A_UNIT = 10;

    /** The size of group in which ten gateways send the clicks of 256 connections over two instances. */
    private static final int SMALL_GROUP = 4;

    private final BenchOptions options;
    private final Workload workload;
    private final SystemUnderTest system;
    private final ShopSetup shop;
    private final PersistedOrders orders;
    private final Wrk wrk;
    private final Gatling gatling;
    private final List<SimulatedShopper> shoppers;
    private final Map<Long, SimulatedShopper> byId;
    private final Meter meter;
    private @Nullable Effort lastEffort;

    /** Creates the shoppers, which takes a while. */
    Loads(BenchOptions options, SystemUnderTest system, PersistedOrders orders, Path root, Path scratch) {
        this.options = options;
        this.workload = options.workload();
        this.system = system;
        this.shop = system.shop();
        this.orders = orders;
        this.wrk = new Wrk(root, scratch);
        this.gatling = new Gatling(scratch);
        this.meter = system.meter();
        say("making %,d shoppers", workload.maxUsers());
        this.shoppers = shop.shoppers(workload.maxUsers());
        this.byId = shoppers.stream().collect(toMap(SimulatedShopper::userId, shopper -> shopper));
    }

    /** Processor time per answer of the last load. */
    Effort lastEffort() {
        return Objects.requireNonNull(lastEffort, "nothing was measured yet");
    }

    private Load metered(Supplier<Load> load) {
        Metered<Load> metered = meter.metered(load);
        Load came = metered.outcome();
        lastEffort = metered.effort(came.requests(), came.perSecond());
        return came;
    }

    /** The first of the shoppers. */
    List<SimulatedShopper> shoppers(int count) {
        return shoppers.subList(0, count);
    }

    /** (a): the key set of order-service, answered from memory, through the gateway. */
    double gatewayFloor() {
        return metered(() -> wrk.loop(
                        shop.url(),
                        Stream.of("GET /.well-known/jwks.json", "GET /.well-known/jwks.json"),
                        options.seconds()))
                .requireAllAccepted("gateway's floor")
                .perSecond();
    }

    /** (b) */
    double stockFloor() {
        return soldOut(system.stockServiceUrl(), SOLD_OUT_USERS);
    }

    /** (c) */
    double soldOut() {
        return soldOut(SOLD_OUT_USERS);
    }

    double soldOut(int users) {
        return soldOut(shop.url(), users);
    }

    private double soldOut(String url, int users) {
        long sale = shop.soldOutSale(shoppers.getLast());
        return metered(() -> wrk.loop(
                        url,
                        reservations(sale, shoppers.subList(0, Math.min(users, shoppers.size() - 1))),
                        options.seconds()))
                .requireAllRefused("sold-out answers")
                .perSecond();
    }

    /** (k); empty if the shop has no waiting rooms. */
    OptionalDouble serving() {
        OptionalLong sale = shop.waitingRoom();
        if (sale.isEmpty()) {
            return OptionalDouble.empty();
        }
        String line = "GET " + ShopSetup.servingPath(sale.getAsLong());
        return OptionalDouble.of(metered(() -> wrk.loop(shop.url(), Stream.of(line, line), options.seconds()))
                .requireAllAccepted("what is served")
                .perSecond());
    }

    /** (c) for this many different shoppers, once each. */
    double refuseOnce(int users) {
        long sale = shop.soldOutSale(shoppers.getLast());
        Stream<String> clicks = reservations(sale, shoppers.subList(0, Math.min(users, shoppers.size() - 1)));
        return metered(() -> wrk.once(shop.url(), clicks, Wrk.CONNECTIONS))
                .requireAllRefused("sold-out answers to a crowd")
                .perSecond();
    }

    record Burst(long sale, Load load, Drain drain) {}

    /** (d) and the first half of (e): each of these shoppers buys one of as many units, on this many connections. */
    Burst accept(List<SimulatedShopper> buyers, int connections) {
        Burst burst = burst(buyers, connections);
        burst.load().requireAllAccepted("reservations");
        return burst;
    }

    /** Does the same, whatever the answers. */
    Burst burst(List<SimulatedShopper> buyers, int connections) {
        return burst(shop.openSale(buyers.size()), buyers, connections);
    }

    /** The effort counts each reservation including its placement. */
    private Burst burst(long sale, List<SimulatedShopper> buyers, int connections) {
        record Both(Load load, Drain drain) {}
        Metered<Both> metered = meter.metered(() -> {
            Load load = wrk.once(shop.url(), reservations(sale, buyers), connections);
            return new Both(load, orders.await(List.of(sale), shop.reserved(sale)));
        });
        Both both = metered.outcome();
        lastEffort = metered.effort(both.load().requests(), both.load().perSecond());
        return new Burst(sale, both.load(), both.drain());
    }

    /** Sends ten shoppers for each unit, once each: a tenth gets one. */
    double crowd(List<SimulatedShopper> crowd, int connections) {
        long units = crowd.size() / CROWD_FOR_A_UNIT;
        Burst burst = burst(shop.openSale((int) units), crowd, connections);
        long accepted = burst.load().requests() - burst.load().refused();
        if (accepted != units || burst.load().broken() > 0) {
            throw new BenchFailedException("of a crowd for " + units + " units " + accepted + " were accepted and "
                    + burst.load().broken() + " not answered");
        }
        return burst.load().perSecond();
    }

    /**
     * @param accepting of each reservation, without its placement
     * @param placing of each order
     */
    record Backlog(Load load, Drain drain, Effort accepting, Effort placing) {}

    /** The second half of (e): placement stops until all shoppers have reserved, each in one of the sales. */
    Backlog drain(List<SimulatedShopper> buyers, int sales, int connections) {
        List<Long> open =
                Stream.generate(() -> shop.openSale(buyers.size())).limit(sales).toList();
        Stream<String> reservations = IntStream.range(0, buyers.size())
                .mapToObj(buyer -> reservation(open.get(buyer % sales), buyers.get(buyer)));
        Metered<Load> accepted;
        system.orderService().pause();
        try {
            accepted = meter.metered(() ->
                    wrk.once(shop.url(), reservations, connections).requireAllAccepted("reservations of the backlog"));
        } finally {
            system.orderService().resume();
        }
        Load load = accepted.outcome();
        Metered<Drain> placed = meter.metered(() -> orders.await(open, buyers.size()));
        Drain drain = placed.outcome();
        return new Backlog(
                load,
                drain,
                accepted.effort(load.requests(), load.perSecond()),
                placed.effort(buyers.size(), drain.perSecond()));
    }

    /** (l): each of these shoppers buys one of as many units, and no group of them is acknowledged by Kafka. */
    double acceptWithoutKafka(List<SimulatedShopper> buyers, int connections) {
        long sale = shop.openSale(buyers.size());
        system.stack().kafka().pause();
        try {
            return metered(() -> wrk.once(shop.url(), reservations(sale, buyers), connections)
                            .requireAllAccepted("reservations without Kafka"))
                    .perSecond();
        } finally {
            system.stack().kafka().resume();
            var _ = orders.await(List.of(sale), shop.reserved(sale));
        }
    }

    /**
     * (m): with each call, four of these shoppers buy one of as many units. Returns shoppers a second, including the
     * placement of their orders.
     */
    double acceptInGroups(List<SimulatedShopper> buyers) {
        long sale = shop.openSale(buyers.size());
        String start = "POST /internal/admissions " + system.gatewayToken() + " ";
        Stream<String> calls = IntStream.iterate(0, first -> first < buyers.size(), first -> first + SMALL_GROUP)
                .mapToObj(first -> buyers.subList(first, Math.min(first + SMALL_GROUP, buyers.size())))
                .map(group -> start + groupOf(sale, group));
        Load load = wrk.once(system.stockServiceUrl(), calls, Wrk.CONNECTIONS).requireAllAccepted("groups of four");
        long accepted = shop.reserved(sale);
        orders.await(List.of(sale), accepted);
        if (accepted != buyers.size()) {
            throw new BenchFailedException(
                    "of " + buyers.size() + " shoppers in groups " + accepted + " were accepted");
        }
        return accepted * 1e6 / load.micros();
    }

    private static String groupOf(long sale, List<SimulatedShopper> group) {
        String request = "{\"campaignId\":\"%d\",\"userId\":\"%d\",\"correlationId\":\"of-the-bench\"}";
        return group.stream()
                .map(shopper -> request.formatted(sale, shopper.userId()))
                .collect(joining(",", "{\"requests\":[", "]}"));
    }

    /** (f) */
    double pay(long sale) {
        return tryToPay(sale, Math.min(PAYMENTS, workload.burst()))
                .requireAllAccepted("payments")
                .perSecond();
    }

    /** Does the same for this many of the orders, whatever the answers. */
    Load tryToPay(long sale, int max) {
        List<String> payments = orders.payments(sale, max, byId);
        return metered(() -> wrk.once(shop.url(), payments.stream(), Wrk.CONNECTIONS));
    }

    /** (g) */
    Latencies arrive() {
        List<SimulatedShopper> arriving =
                shoppers.subList(0, Math.min(STEADY_SECONDS * ARRIVALS_A_SECOND, workload.burst()));
        return gatling.reserve(shop.url(), shop.openSale(arriving.size()), arriving, ARRIVALS_A_SECOND);
    }

    private static Stream<String> reservations(long sale, List<SimulatedShopper> shoppers) {
        return shoppers.stream().map(shopper -> reservation(sale, shopper));
    }

    private static String reservation(long sale, SimulatedShopper shopper) {
        return "POST /api/sales/" + sale + "/reservations " + shopper.token();
    }
}
