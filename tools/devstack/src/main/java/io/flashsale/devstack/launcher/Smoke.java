package io.flashsale.devstack.launcher;

import static java.util.stream.Collectors.joining;

import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.ShopperClient;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.OrderStatus;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.client.sale.Sale;
import io.flashsale.devstack.launcher.seed.DemoFailedException;
import io.flashsale.devstack.launcher.seed.PurchaseFlow;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.ProcessMeter;
import io.flashsale.devstack.system.FlashSaleSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs {@code ./demo --smoke}: a fresh system, one purchase, one refusal, and no process left behind.
 *
 * <p>With {@code --small} it also measures resident memory, after the start and after the purchase.
 */
final class Smoke {

    /** Of the machine's 2 GB; the operating system has the rest. */
    private static final long MAX_SMALL_MEGABYTES = 1_200;

    private final Console console;
    private final Path root;
    private final DemoOptions options;
    private String step = "starting";

    /** @param chosen the parts of the system; its data directory is ignored */
    Smoke(Console console, Path root, DemoOptions chosen) {
        this.console = console;
        this.root = root;
        this.options = chosen.withDataOfItsOwn(
                root.resolve(".flashsale/smoke-" + ProcessHandle.current().pid()));
    }

    /** The exit status. */
    int run() {
        DataDirectory data = new DataDirectory(options.data());
        Demo demo = new Demo(console, root, options, System.getenv());
        try {
            FlashSaleSystem system = demo.start(data);
            try (ShopClient shop = Demo.shopOf(system)) {
                if (options.small()) {
                    startRest(demo);
                    requireLittleMemory(system);
                    buy(shop);
                    requireLittleMemory(system);
                } else {
                    buy(shop);
                    startRest(demo);
                }
                meetSoldOut(shop);
            }
            step("stopping");
            demo.stop();
            requireNothingLeft();
            data.delete();
            console.line("Smoke test passed in " + Console.seconds(console.sinceBegin()) + ".");
            return 0;
        } catch (RuntimeException e) {
            String reason = Failures.describe(e);
            demo.stop();
            System.err.println("Smoke test FAILED while " + step + ": " + reason);
            System.err.println("Logs and data are kept in " + options.data());
            return 1;
        }
    }

    private void startRest(Demo demo) {
        step("starting the rest");
        demo.complete();
    }

    /**
     * A small system must fit into a machine with 2 GB: servers, services and this launcher. {@code
     * -Ddevstack.small-megabytes=N} sets another limit, for an emulator, whose own memory counts.
     */
    private void requireLittleMemory(FlashSaleSystem system) {
        step("measuring what is resident in memory");
        long sum = ProcessMeter.residentMegabytes(ProcessHandle.current().pid());
        console.line("  %-16s %5d MB".formatted("launcher", sum));
        for (String name : system.directory().names()) {
            long megabytes = ProcessMeter.residentMegabytes(
                    system.directory().running(name).orElseThrow().pid());
            console.line("  %-16s %5d MB".formatted(name, megabytes));
            sum += megabytes;
        }
        console.line("  %-16s %5d MB".formatted("in all", sum));
        long limit = Long.getLong("devstack.small-megabytes", MAX_SMALL_MEGABYTES);
        if (sum > limit) {
            throw new DemoFailedException("a small system holds " + sum + " MB, and " + limit + " are promised");
        }
    }

    private void buy(ShopClient shop) {
        step("logging in as alice");
        PurchaseFlow alice = new PurchaseFlow(shopper(shop, "alice", "alice-demo"));

        step("listing the sales");
        List<Sale> sales = shop.sales().orThrow();
        console.line("  sales: " + sales.size());

        step("reserving as alice");
        long orderId = alice.reserve(inState(sales, CampaignState.OPEN));

        step("following the order's events");
        Reply<Order> order = follow(alice, orderId);
        console.line(order.answer().body().toPrettyString());

        step("paying");
        alice.pay(orderId);
        Order paid = alice.awaitStatus(orderId, OrderStatus.PAID).orThrow();
        console.line("  order " + orderId + " is " + paid.status());
    }

    private void meetSoldOut(ShopClient shop) {
        step("being refused as bob, on the sold-out sale");
        Answer refusal = shopper(shop, "bob", "bob-demo")
                .reserve(inState(shop.sales().orThrow(), CampaignState.SOLD_OUT))
                .answer();
        String type = refusal.body().path("type").asString("");
        if (refusal.status() != 409 || !type.endsWith("/problems/sold-out")) {
            throw new DemoFailedException(
                    "not refused with 409 /problems/sold-out but: " + refusal.status() + " " + refusal.text());
        }
        console.line("  bob was refused: " + type);
    }

    private static ShopperClient shopper(ShopClient shop, String name, String password) {
        return shop.shopper(shop.logIn(name, password).orThrow().token());
    }

    /** Follows the order by server-sent events, as the browser does, and polls if they do not arrive in time. */
    private Reply<Order> follow(PurchaseFlow alice, long orderId) {
        CompletableFuture<List<OrderStatus>> events = CompletableFuture.supplyAsync(
                () -> alice.follow(orderId, OrderStatus.AWAITING_PAYMENT), Thread::startVirtualThread);
        try {
            console.line("  events: "
                    + events.get(20, TimeUnit.SECONDS).stream()
                            .map(OrderStatus::name)
                            .collect(joining(", ")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailedException("Interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            console.line("  events: none (" + e + "), asking instead");
        }
        return alice.awaitStatus(orderId, OrderStatus.AWAITING_PAYMENT);
    }

    private static long inState(List<Sale> sales, CampaignState state) {
        return sales.stream()
                .filter(sale -> sale.state() == state)
                .findFirst()
                .orElseThrow(() -> new DemoFailedException("no sale is " + state + " among " + sales))
                .id();
    }

    private static void requireNothingLeft() {
        List<String> left = ProcessHandle.current()
                .descendants()
                .filter(process -> ProcessIdentity.of(process.pid()).isPresent())
                .map(process ->
                        process.pid() + " " + process.info().commandLine().orElse(""))
                .toList();
        if (!left.isEmpty()) {
            throw new DemoFailedException("processes are left: " + Map.of("left", left));
        }
    }

    private void step(String name) {
        step = name;
        console.line("- " + name);
    }
}
