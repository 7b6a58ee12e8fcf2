package io.flashsale.gateway.support;

import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.OutsideClient;
import io.flashsale.gateway.GatewayApplication;
import io.flashsale.gateway.edge.ReadyOnce;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway with fake services behind it and no Redis. */
@SpringBootTest(
        classes = GatewayApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "flashsale.services.lock-lab-url=${test.lock-lab-url}",
            "server.address=127.0.0.1",
            "flashsale.gateway.hosts=shop.example",
            "spring.data.redis.port=1",
            // Longer than any machine takes: a test that needs a time-out sets its own.
            "flashsale.gateway.upstream.connect-timeout=2m",
            "flashsale.gateway.upstream.response-timeout=2m",
            "flashsale.gateway.upstream.queue-timeout=2m",
            "flashsale.gateway.admission.max-wait=2m",
            "flashsale.gateway.connections.head-timeout=2m",
            "server.tomcat.connection-timeout=2m",
            "server.tomcat.keep-alive-timeout=10m",
            "flashsale.gateway.admission.secret=a-secret-of-the-tests",
            // The tests share few users and one address, and a fast machine calls more often than the limits allow.
            "flashsale.gateway.rate-limits.user.burst=100000",
            "flashsale.gateway.rate-limits.address.burst=100000",
            "flashsale.gateway.rate-limits.network.burst=100000",
            "flashsale.gateway.rate-limits.sign-in.burst=1000",
            "flashsale.gateway.rate-limits.sign-in-of-network.burst=1000",
            "flashsale.gateway.rate-limits.sign-up.burst=1000",
            "flashsale.gateway.rate-limits.sign-up-of-network.burst=1000",
            "flashsale.gateway.rate-limits.wrong-passwords=1000",
            "flashsale.gateway.serving.max-sales=0" // polling of rooms would disturb tests that count calls
        })
@Timeout(value = 10, unit = TimeUnit.MINUTES) // against hanging, not slowness
public abstract class GatewayTest {

    static {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(5));
    }

    protected static final FakeService STOCK = FakeService.started("stock");
    protected static final FakeService ORDER = FakeService.started("order");
    protected static final FakeService COUPON = FakeService.started("coupon");
    protected static final FakeService CONTROL_ROOM = FakeService.started("control-room");
    protected static final FakeService LOCK_LAB = FakeService.started("lock-lab");

    private static final FakeService.Answer KEYS = FakeService.json(200, SignedTokens.jwks());

    /** Signed once: a signature takes longer than most tests, which all need it. */
    private static final FakeService.Answer TOKEN =
            FakeService.json(200, "{\"access_token\":\"" + SignedTokens.gateway() + "\",\"expires_in\":8640000}");

    @LocalServerPort
    private int port;

    @Autowired
    @Qualifier("tokenKeys")
    private ReadyOnce keys = new ReadyOnce(() -> false);

    protected OutsideClient client = new OutsideClient(0);

    /** Connections to the gateway, which are closed after the test. */
    protected final List<Socket> open = new CopyOnWriteArrayList<>();

    @DynamicPropertySource
    static void services(DynamicPropertyRegistry properties) {
        prepareOrderService();
        properties.add("flashsale.services.stock-url", STOCK::url);
        properties.add("flashsale.services.order-url", ORDER::url);
        properties.add("flashsale.services.coupon-url", COUPON::url);
        properties.add("flashsale.services.control-room-url", CONTROL_ROOM::url);
        properties.add("test.lock-lab-url", LOCK_LAB::url); // so that a test may do without
        properties.add("flashsale.jwt.jwks-uri", () -> ORDER.url() + FakeService.KEYS_PATH);
    }

    /** The header in which a trusted proxy names the client's address, and further headers. */
    protected static String[] from(String address, String... more) {
        return Stream.concat(Stream.of("X-Forwarded-For", address), Stream.of(more))
                .toArray(String[]::new);
    }

    /** The first value of the header; empty without one. */
    protected static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /** Calls without a body. */
    protected HttpResponse<String> send(String method, String path, @Nullable String token, String... headers) {
        return client.send(method, path, token, BodyPublishers.noBody(), headers);
    }

    /** A body whose length is not announced. */
    protected static BodyPublisher chunked(int bytes) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[bytes]));
    }

    /** Gets exactly this target with these header lines. */
    protected String rawGet(String target, String... lines) {
        String head = Stream.of(lines).map(line -> line + "\r\n").collect(Collectors.joining());
        return client.raw("GET " + target + " HTTP/1.1\r\nHost: x\r\n" + head + "Connection: close\r\n\r\n");
    }

    /** A connection over which exactly these bytes have been sent. */
    protected Socket connected(String request) throws IOException {
        Socket socket = client.connected(request);
        open.add(socket);
        return socket;
    }

    @AfterEach
    protected void closeConnections() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    private static void prepareOrderService() {
        ORDER.on(FakeService.KEYS_PATH, KEYS);
        ORDER.on("/oauth2/token", TOKEN);
    }

    @BeforeEach
    void startAfresh() {
        Stream.of(STOCK, ORDER, COUPON, CONTROL_ROOM, LOCK_LAB).forEach(FakeService::reset);
        prepareOrderService();
        // A call waits two seconds for the first keys at most, and a slow machine may take longer.
        await().pollDelay(Duration.ZERO).until(() -> keys.health().getStatus().equals(Status.UP));
        client = new OutsideClient(port);
    }
}
