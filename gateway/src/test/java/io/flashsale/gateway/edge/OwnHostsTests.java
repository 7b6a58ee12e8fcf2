package io.flashsale.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.GatewayTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnHostsTests extends GatewayTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop.example",
                "SHOP.example:443",
                "shop.example.",
                "localhost:8080",
                "shop.localhost",
                "gateway",
                "192.0.2.7:8080",
                "[::1]:8080"
            })
    void answersForItsNamesForAddressesAndForNamesWithoutADot(String host) {
        assertThat(get("/", host)).startsWith("HTTP/1.1 200");
        assertThat(get("/api/sales", host)).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8080",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "shop.example.evil.example"
            })
    void answersForNobodyElse(String host) {
        for (String path : new String[] {"/", "/api/sales", "/api/session"}) {
            assertThat(get(path, host))
                    .startsWith("HTTP/1.1 421")
                    .contains("X-Content-Type-Options: nosniff", "/problems/misdirected-request");
        }
        assertThat(get("http://" + host + "/api/sales", host)).startsWith("HTTP/1.1 421");
        assertThat(STOCK.calls()).isEmpty();
    }

    private String get(String target, String host) {
        return client.raw("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }
}
