package io.flashsale.gateway.support;

import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.OutsideClient;
import io.flashsale.gateway.GatewayApplication;
import io.flashsale.gateway.edge.ReadyOnce;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
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

    @DynamicPropertySource
    static void services(DynamicPropertyRegistry properties) {
        prepareOrderService();
        properties.add("flashsale.services.stock-url", STOCK::url);
        properties.add("flashsale.services.order-url", ORDER::url);
        properties.add("flashsale.services.coupon-url", COUPON::url);
        properties.add("flashsale.services.control-room-url", CONTROL_ROOM::url);
        properties.add("test.lock-lab-url", LOCK_LAB::url); // so that a test may do without
        properties.add("flashsale.jwt.jwks-uri", () -> ORDER.url() + "/.well-known/jwks.json");
    }

    /** The header in which a trusted proxy names the client's address. */
    protected static String[] from(String address) {
        return new String[] {"X-Forwarded-For", address};
    }

    private static void prepareOrderService() {
        ORDER.on("/.well-known/jwks.json", KEYS);
        ORDER.on("/oauth2/token", TOKEN);
    }

    @BeforeEach
    void startAfresh() {
        Stream.of(STOCK, ORDER, COUPON, CONTROL_ROOM, LOCK_LAB).forEach(FakeService::reset);
        prepareOrderService();
        // A call waits two seconds for the first keys at most, and a slow machine may take longer.
        await().pollDelay(Duration.ZERO).until(() -> keys.health().getStatus().equals(Status.UP));
        ORDER.calls().clear();
        client = new OutsideClient(port);
    }
}
