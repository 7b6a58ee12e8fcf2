package io.flashsale.accounts.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.MissingSettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.RestClientException;

/** Reading a provider's configuration document; that of an honest one, and its tokens, are ProviderLogInIT's. */
class ProviderConnectionTests {

    private static ProviderConnection connection(String issuer, Duration answerTimeout) {
        return new ProviderConnection(new LogInProviderProperties(
                issuer, "Example ID", "shop", null, "https://shop.example/callback", null, null, answerTimeout));
    }

    @Test
    void shouldGiveUpAProviderThatDoesNotAnswer() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ProviderConnection slow = connection("http://127.0.0.1:" + silent.getLocalPort(), Duration.ofMillis(50));
            assertThatThrownBy(slow::client).isInstanceOf(RestClientException.class);
        }
    }

    @Test
    void shouldCallNoAddressThatARedirectNames() throws IOException {
        List<String> called = new CopyOnWriteArrayList<>();
        HttpServer redirecting = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        redirecting.createContext("/", exchange -> {
            called.add(exchange.getRequestURI().getPath());
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        redirecting.start();
        try {
            ProviderConnection connection = connection(addressOf(redirecting), Duration.ofMinutes(1));
            assertThatThrownBy(connection::client).isInstanceOf(RestClientException.class);
            assertThat(called).containsExactly("/.well-known/openid-configuration");
        } finally {
            redirecting.stop(0);
        }
    }

    /** An issuer that answers with this configuration document, in which {@code ISSUER} becomes its address. */
    private static ThrowingCallable readingOf(HttpServer server, String document) {
        String address = addressOf(server);
        byte[] body = document.replace("ISSUER", address).getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return connection(address, Duration.ofMinutes(1))::client;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"issuer\":\"https://elsewhere.example\"} | of another issuer",
                "{} | of another issuer",
                "{\"issuer\":\"ISSUER\"} | lacks what a log-in needs",
            })
    void shouldRefuseADocumentThatIsForeignOrIncomplete(String document, String why) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try {
            assertThatThrownBy(readingOf(server, document))
                    .isInstanceOf(RestClientException.class)
                    .hasMessageContaining(why);
        } finally {
            server.stop(0);
        }
    }

    private static String addressOf(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://id.example",
                "http://localhost.id.example",
                "http://localhost@id.example",
                "http://127.0.0.1:80@id.example",
                "ftp://id.example",
                "id.example",
                "https://"
            })
    void shouldNotStartWithAnIssuerThatSomebodyOnTheWayCouldPlay(String issuer) {
        assertThatThrownBy(() -> connection(issuer, Duration.ofSeconds(1))).isInstanceOf(MissingSettingException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://id.example", "https://id.example:8443/realms/shop", "http://localhost:8080/realms/shop"
            })
    void shouldStartWithASecureIssuerWithoutCallingIt(String issuer) {
        assertThatCode(() -> connection(issuer, Duration.ofSeconds(1))).doesNotThrowAnyException();
    }
}
