package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.system.FlashSaleSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** {@code ./demo --smoke}: the whole system from nothing, one purchase, one refusal, and nothing left behind. */
final class Smoke {

    private final Console console;
    private final Path root;
    private final DemoSettings settings;
    private String step = "starting";

    Smoke(Console console, Path root, DemoSettings.Database database) {
        this.console = console;
        this.root = root;
        Path own = root.resolve(".flashsale/smoke-" + ProcessHandle.current().pid());
        // Port 0: a free one. The own data is new each time.
        this.settings = new DemoSettings(database, true, own, "127.0.0.1", 0, false);
    }

    /** The exit status. */
    int run() {
        DataDirectory data = new DataDirectory(settings.data());
        Demo demo = new Demo(console, root, settings, System.getenv());
        try {
            FlashSaleSystem system = demo.start(data);
            walk(new Api(system.gatewayUrl()));
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
            System.err.println("Logs and data are kept in " + settings.data());
            return 1;
        }
    }

    private void walk(Api api) {
        step("logging in as alice");
        Purchase alice = new Purchase(api, api.login("alice", "alice-demo"));

        step("listing the sales");
        List<JsonNode> sales =
                Seeder.elements(api.get("/api/sales", null).require(200).body());
        console.line("  sales: " + sales.size());

        step("reserving as alice");
        String orderId = alice.reserve(inState(sales, "OPEN"));

        step("following the order's events");
        JsonNode order = follow(alice, orderId);
        console.line(Api.pretty(order));

        step("paying");
        alice.pay(orderId);
        JsonNode paid = alice.awaitStatus(orderId, "PAID");
        console.line("  order " + orderId + " is " + paid.path("status").asString());

        step("being refused as bob, on the sold-out sale");
        Purchase bob = new Purchase(api, api.login("bob", "bob-demo"));
        Api.Answer refusal = bob.tryReserve(inState(sales, "SOLD_OUT")).require(409);
        if (!refusal.body().path("type").asString("").endsWith("/problems/sold-out")) {
            throw new DemoFailedException("not refused with /problems/sold-out but: " + refusal.text());
        }
        console.line("  bob was refused: " + refusal.body().path("type").asString());
    }

    /** By server-sent events, as the browser does; by asking if these do not arrive in time. */
    private JsonNode follow(Purchase alice, String orderId) {
        CompletableFuture<List<String>> events = CompletableFuture.supplyAsync(
                () -> alice.follow(orderId, "AWAITING_PAYMENT"), Thread::startVirtualThread);
        try {
            console.line("  events: " + String.join(", ", events.get(20, TimeUnit.SECONDS)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailedException("Interrupted", e);
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            console.line("  events: none (" + e + "), asking instead");
        }
        return alice.awaitStatus(orderId, "AWAITING_PAYMENT");
    }

    private static String inState(List<JsonNode> sales, String state) {
        return sales.stream()
                .filter(sale -> sale.path("state").asString().equals(state))
                .findFirst()
                .orElseThrow(() -> new DemoFailedException("no sale is " + state + " among " + sales))
                .path("id")
                .asString();
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
