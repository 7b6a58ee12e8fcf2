package io.flashsale.sample;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.security.jwt.JwtProperties;
import io.flashsale.commons.testing.LocalHttpServer;
import io.flashsale.commons.testing.OutsideClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** What happens while order-service, which publishes the keys, is unreachable. */
@SpringBootTest(classes = SampleService.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@Import(KeysOutOfReachTests.Fetching.class)
class KeysOutOfReachTests {

    /** Keeps the port from everybody else until the keys are published, and refuses connections: it does not listen. */
    private static final Socket UNPUBLISHED = new Socket();

    private static final int PORT = portOf(UNPUBLISHED);

    private static int portOf(Socket socket) {
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static class Fetching {

        @Bean
        @Primary
        JwtDecoder fetching() {
            return JwksJwtDecoder.of(
                    new JwtProperties(List.of(
                            URI.create("http://127.0.0.1:1/instance-that-is-dead"),
                            URI.create("http://127.0.0.1:" + PORT + "/jwks.json"))),
                    "sample-service");
        }
    }

    @LocalServerPort
    private int port;

    @Test
    void isNotTheCallersFaultAndHealsByItself() throws IOException {
        OutsideClient http = new OutsideClient(port);
        String token = SampleService.KEYS.token("SHOPPER");

        HttpResponse<String> refused = http.get("/api/me", token);
        assertStatus(refused, 503);
        assertThat(refused.body()).contains("/problems/service-unavailable");
        assertHeader(refused, "Retry-After", "1");

        HttpServer keys = publish();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> http.get("/api/me", token).statusCode() == 200); // a slow answer counts as none

        keys.stop(0);
        String another = SampleService.KEYS.token("ADMIN");
        assertStatus(http.get("/api/me", another), 200); // the known keys go on
    }

    private static HttpServer publish() throws IOException {
        UNPUBLISHED.close();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT), 0);
        byte[] keys = SampleService.KEYS.published().toString().getBytes(StandardCharsets.UTF_8);
        server.createContext("/jwks.json", exchange -> LocalHttpServer.answer(exchange, 200, "application/json", keys));
        server.start();
        return server;
    }
}
