package io.flashsale.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flashsale.benchmark.report.Results;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ProcessMeter;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ServiceName;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole system as {@code ./demo} starts it, with its own data and two different settings.
 * <ul> <li>Kafka keeps an order-service that is paused for a while in its group, so that a backlog's time is its
 * drain and not the return of its consumers. <li>The payment deadline is longer than a run. Closing an order is as
 * much work as placing it, and after the demo's five minutes, hundreds of thousands of orders would close during
 * the next round.
 * </ul>
 *
 * @param startTook the time from nothing to the first accepted purchase
 */
record SystemUnderTest(Subject subject, DevStack stack, FlashSaleSystem services, ShopSetup shop, Duration startTook)
        implements AutoCloseable {

    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);
    private static final Duration PAYMENT_WINDOW = Duration.ofHours(12);

    /** Of a system that only this machine reaches, and only for a while. */
    private static final String GATEWAY_SECRET = "of-the-bench-and-long-enough-for-it";

    /** Starts the system, with its AOT caches if there are any, and returns after the first purchase. */
    static SystemUnderTest start(Subject subject, Path data) {
        return start(subject, data, AotUse.IF_THERE);
    }

    /** Does the same without AOT caches, as at the very first start. */
    static SystemUnderTest startFirst(Subject subject, Path data) {
        return start(subject, data, AotUse.NONE);
    }

    private static SystemUnderTest start(Subject subject, Path data, AotUse aot) {
        long begin = System.nanoTime();
        DevStack stack = DevStack.in(data)
                .mariaDb()
                .redis()
                .kafka()
                .aot(aot)
                .othersFollow()
                .start();
        FlashSaleSystemBuilder builder = FlashSaleSystem.on(stack)
                .root(subject.root())
                .aot(aot)
                .environment(
                        ServiceName.ORDER,
                        "SPRING_KAFKA_CONSUMER_PROPERTIES_SESSION_TIMEOUT_MS",
                        Long.toString(MAX_PAUSE.toMillis()))
                .environment(ServiceName.ORDER, "FLASHSALE_ORDERS_PAYMENT_WINDOW", PAYMENT_WINDOW.toString())
                .environment(ServiceName.ORDER, "FLASHSALE_JWT_GATEWAY_SECRET", GATEWAY_SECRET)
                .environment(ServiceName.GATEWAY, "FLASHSALE_GATEWAY_ADMISSION_SECRET", GATEWAY_SECRET);
        for (ServiceName service : ServiceName.values()) {
            subject.jvmArguments().forEach(argument -> builder.jvmArgument(service, argument));
        }
        FlashSaleSystem services = builder.build();
        try {
            services.startSelling();
            ShopSetup shop = new ShopSetup(services.gatewayUrl());
            SimulatedShopper first = shop.shoppers(1).getFirst();
            shop.reserve(shop.openSale(1), first);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            stack.awaitServers();
            return new SystemUnderTest(subject, stack, services, shop, took);
        } catch (RuntimeException e) {
            services.close();
            stack.close();
            throw e;
        }
    }

    String stockServiceUrl() {
        return services.service(ServiceName.STOCK).url();
    }

    /** Returns a token with which to call stock-service as the gateway does (OAuth 2.0 client credentials). */
    String gatewayToken() {
        String credentials = Base64.getEncoder().encodeToString(("gateway:" + GATEWAY_SECRET).getBytes(UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(orderService().url() + "/oauth2/token"))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=client_credentials"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String answer = client.send(request, BodyHandlers.ofString(UTF_8)).body();
            return new JsonMapper().readTree(answer).required("access_token").asString();
        } catch (IOException e) {
            throw new BenchFailedException("no token for stock-service: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted", e);
        }
    }

    JavaService orderService() {
        return services.service(ServiceName.ORDER);
    }

    PersistedOrders orders() {
        return new PersistedOrders(
                stack.database().jdbcUrl("flashsale_order"),
                stack.database().user(),
                stack.database().password());
    }

    /** Whether the revision has all services of the current shop. */
    boolean hasAllServices() {
        return Stream.of(ServiceName.values())
                .filter(ServiceName::isPartOfShop)
                .allMatch(name -> Files.isRegularFile(name.jar(subject.root())));
    }

    /** Records the current resident memory of each process. */
    void measureMemory(Results results) {
        processes().forEach(process -> results.resident(process.name(), residentMegabytes(process)));
    }

    /** The current resident memory of all processes together. */
    double residentMegabytes() {
        return processes().mapToLong(SystemUnderTest::residentMegabytes).sum();
    }

    /** Counts the processor time of the processes that run now; later ones are not counted. */
    Meter meter() {
        return new Meter(() -> processes().filter(ManagedProcess::isRunning).toList());
    }

    private Stream<ManagedProcess> processes() {
        return Stream.concat(services.services().stream(), stack.servers().stream());
    }

    private static long residentMegabytes(ManagedProcess process) {
        return ProcessMeter.residentMegabytes(process.pid());
    }

    @Override
    public void close() {
        services.close();
        stack.close();
    }
}
