package io.flashsale.devstack.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.sql.SqlDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The wiring and the life cycle of the services, with stubs in their place. */
@Tag("long")
class FlashSaleSystemIT {

    private static final SqlDatabase STOCK = new SqlDatabase("flashsale_stock", "jdbc:stock", "flashsale", "secret");
    private static final SqlDatabase ORDER = new SqlDatabase("flashsale_order", "jdbc:order", "flashsale", "secret");
    private static final SqlDatabase COUPON = new SqlDatabase("flashsale_coupon", "jdbc:coupon", "flashsale", "secret");
    private static final SqlDatabase LAB = new SqlDatabase("flashsale_lab", "jdbc:lab", "flashsale", "secret");
    private static final BackingServices BACKENDS =
            new BackingServices(STOCK, ORDER, COUPON, LAB, new RedisDatabase("127.0.0.1", 6379, 5), "127.0.0.1:9092");

    private final Path root = Scratch.directory("system");
    private ProcessDirectory home;

    /** Makes a stub for each service below the root, and claims the directory of their data. */
    @BeforeEach
    void claim() throws Exception {
        StubService.jars(root);
        home = new ProcessDirectory(root.resolve("data"));
        home.claim(ProcessIdentity.current());
    }

    @AfterEach
    void release() {
        assertThat(home.names()).isEmpty();
        home.release();
    }

    @Test
    void wiresStartsKillsAndAddsServices() throws Exception {

        try (FlashSaleSystem system = FlashSaleSystem.on(BACKENDS, home)
                .root(root)
                .environment(ServiceName.ORDER, "FLASHSALE_EXTRA", "yes")
                .jvmArgument(ServiceName.ORDER, "-Xmx64m")
                .start()) {
            JavaService stock = system.service(ServiceName.STOCK);
            JavaService order = system.service(ServiceName.ORDER);
            assertThat(environment(stock))
                    .contains("SPRING_DATASOURCE_URL=jdbc:stock\n", "SPRING_DATA_REDIS_DATABASE=5\n");
            assertThat(environment(order))
                    .contains("SPRING_DATASOURCE_URL=jdbc:order\n", "FLASHSALE_EXTRA=yes\n")
                    .contains("FLASHSALE_SERVICES_STOCK_URL=" + stock.url() + "\n")
                    .contains("FLASHSALE_JWT_KEY_FILE=" + home.path().resolve("keys/jwt.pem"));
            assertThat(environment(system.service(ServiceName.GATEWAY)))
                    .contains("FLASHSALE_SERVICES_ORDER_URL=" + order.url() + "\n")
                    .contains("FLASHSALE_JWT_JWKS_URI=" + order.url() + "/.well-known/jwks.json\n")
                    .doesNotContain("SPRING_DATASOURCE_PASSWORD");

            order.kill();
            assertThat(order.isRunning()).isFalse();
            order.start();
            JavaService second = system.addInstance(ServiceName.ORDER, Map.of("FLASHSALE_EXTRA", "second"));
            second.start();
            assertThat(second.name()).isEqualTo("order-service-2");
            assertThat(environment(second)).contains("FLASHSALE_EXTRA=second\n");
            assertThat(home.names()).hasSize(6).doesNotContain("lock-lab");
            assertThat(system.instances(ServiceName.ORDER)).containsExactly(order, second);
            JavaService lockLab = system.service(ServiceName.LOCK_LAB);
            lockLab.start();
            assertThat(environment(lockLab)).contains("SPRING_DATASOURCE_URL=jdbc:lab\n");
        }
    }

    @Test
    void leavesTheStartOfOneServiceToSomebodyElseAndWiresTheOthersToIt() throws Exception {
        try (FlashSaleSystem system = FlashSaleSystem.on(BACKENDS, home)
                .root(root)
                .startedElsewhere(ServiceName.ORDER)
                .build()
                .startSelling()) {
            assertThat(home.names()).containsExactly("gateway", "stock-service");
            JavaService order = system.startedElsewhere().orElseThrow();
            assertThat(system.allServices()).hasSize(5).doesNotContain(order);
            assertThat(order.environment())
                    .containsEntry("SPRING_DATASOURCE_URL", "jdbc:order")
                    .containsEntry("SERVER_PORT", Integer.toString(order.httpPort()));
            assertThat(environment(system.service(ServiceName.GATEWAY)))
                    .contains("FLASHSALE_SERVICES_ORDER_URL=" + order.url() + "\n");
        }
    }

    @Test
    void hasAllServicesOfASmallShopInOneProcess() {
        FlashSaleSystem system =
                FlashSaleSystem.on(BACKENDS, home).root(root).small().build();
        assertThat(system.allServices())
                .allMatch(service -> service.name().equals(FlashSaleSystem.ONE_JVM))
                .extracting(JavaService::service)
                .containsExactly("stock-service", "order-service", "coupon-service", "control-room", "gateway");
    }

    @Test
    void wiresSeveralInstancesAndAnswersAtOneAddressWhileOneGatewayLives() throws Exception {
        try (FlashSaleSystem system = FlashSaleSystem.on(BACKENDS, home)
                .root(root)
                .instances(2)
                .build()
                .startSelling()) {
            assertThat(home.names()).containsExactly("gateway", "order-service", "stock-service");
            system.start();
            assertThat(home.names())
                    .containsExactly(
                            "control-room",
                            "coupon-service",
                            "coupon-service-2",
                            "gateway",
                            "gateway-2",
                            "order-service",
                            "order-service-2",
                            "stock-service",
                            "stock-service-2");
            List<JavaService> stock = system.instances(ServiceName.STOCK);
            List<JavaService> order = system.instances(ServiceName.ORDER);
            List<JavaService> gateways = system.instances(ServiceName.GATEWAY);
            assertThat(environment(gateways.get(1)))
                    .contains("FLASHSALE_SERVICES_STOCK_URL=" + stock.get(0).url() + ","
                            + stock.get(1).url() + "\n")
                    .contains("FLASHSALE_JWT_JWKS_URI=" + order.get(0).url() + "/.well-known/jwks.json,"
                            + order.get(1).url() + "/.well-known/jwks.json\n")
                    .contains("SERVER_ADDRESS=127.0.0.1\n");

            await().atMost(Duration.ofMinutes(10))
                    .untilAsserted(() -> assertThat(Stream.generate(() -> port(environment(system.gatewayUrl())))
                                    .limit(4)
                                    .collect(Collectors.toSet()))
                            .as("both, in turn")
                            .hasSize(2));

            gateways.get(0).kill();
            assertThat(port(environment(system.gatewayUrl())))
                    .isEqualTo(Integer.toString(gateways.get(1).httpPort()));
            gateways.get(1).pause();
            assertThat(gateways.get(1).isRunning()).isTrue();
            assertThat(gateways.get(1).isServing()).isFalse();
            gateways.get(0).start();
            await().atMost(Duration.ofMinutes(10))
                    .untilAsserted(() -> assertThat(port(environment(system.gatewayUrl())))
                            .isEqualTo(Integer.toString(gateways.get(0).httpPort())));
            long paused = gateways.get(1).pid();
            gateways.get(1).restart();
            assertThat(gateways.get(1).pid()).isNotEqualTo(paused);
            await().atMost(Duration.ofMinutes(10)).until(gateways.get(1)::isServing);
        }
    }

    @Test
    void refusesSeveralOfWhatThereIsOneOf() {
        assertThatThrownBy(() -> FlashSaleSystem.on(BACKENDS, home).instances(ServiceName.CONTROL_ROOM, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("control-room");
    }

    @Test
    void saysThatAServiceIsNotBuilt() throws Exception {
        Files.delete(ServiceName.ORDER.jar(root));
        JavaService service =
                FlashSaleSystem.on(BACKENDS, home).root(root).build().service(ServiceName.ORDER);
        assertThatThrownBy(service::start)
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("order-service.jar")
                .hasMessageContaining("package");
        assertThat(Files.exists(home.path().resolve("run/order-service.pid"))).isFalse();
    }

    private static String environment(JavaService service) {
        return environment(service.url());
    }

    /** Uses a new connection. */
    private static String environment(String url) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/environment"))
                .timeout(Duration.ofSeconds(30))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException noAnswer) {
            return "";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String port(String environment) {
        return environment
                .lines()
                .filter(line -> line.startsWith("SERVER_PORT="))
                .map(line -> line.substring("SERVER_PORT=".length()))
                .findFirst()
                .orElse("none");
    }
}
