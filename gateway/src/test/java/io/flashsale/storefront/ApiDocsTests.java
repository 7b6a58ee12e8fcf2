package io.flashsale.storefront;

import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page with the API of all services. */
class ApiDocsTests extends GatewayTest {

    private static final Pattern FILES = Pattern.compile("(?:src|href)=\"(/api-docs/(?:page|swagger-ui)/[^\"]+)\"");

    private String page() {
        HttpResponse<String> page = client.get("/api-docs", null);
        assertStatus(page, 200);
        assertThat(header(page, "Content-Type")).startsWith("text/html");
        return page.body();
    }

    @Test
    void shouldHaveAllOfItsFiles() {
        List<String> files =
                FILES.matcher(page()).results().map(found -> found.group(1)).toList();
        assertThat(files).hasSize(6).allSatisfy(file -> {
            HttpResponse<String> answer = client.get(file, null);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.body()).isNotBlank();
        });
    }

    @Test
    void shouldRunNoScriptButItsFiles() {
        assertThat(page()).doesNotContainPattern("<script(?![^>]* src=)").doesNotContain("onload=", "javascript:");
        assertThat(header(client.get("/api-docs", null), "Content-Security-Policy"))
                .contains("script-src 'self';", "default-src 'none'")
                .doesNotContain("unsafe-eval");
    }

    @Test
    void shouldShowTheDocumentOfEachService() {
        String names = client.get("/api-docs/page/start.js", null).body();
        Map.of("stock", STOCK, "order", ORDER, "coupon", COUPON, "control-room", CONTROL_ROOM, "lock-lab", LOCK_LAB)
                .forEach((name, service) -> {
                    service.on("/v3/api-docs", FakeService.json(200, "{\"of\":\"" + name + "\"}"));
                    assertThat(client.get("/api-docs/" + name + "?a=b", null).body())
                            .isEqualTo("{\"of\":\"" + name + "\"}");
                    assertThat(service.calls())
                            .extracting(FakeService.Call::target)
                            .containsExactly("/v3/api-docs");
                    assertThat(names).contains("'/api-docs/" + name + "'");
                });
    }

    @Test
    void shouldNotRepeatTheHostThatTheCallerNames() {
        String answer = client.raw("GET /api-docs/ HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .startsWith("HTTP/1.1 302")
                .contains("Location: /api-docs\r\n")
                .doesNotContain("shop.example");
    }

    @Test
    void shouldOnlyBeRead() {
        assertThat(client.post("/api-docs/stock", SignedTokens.admin(), "{}").statusCode())
                .isIn(404, 405);
        assertThat(STOCK.calls()).isEmpty();
    }
}
