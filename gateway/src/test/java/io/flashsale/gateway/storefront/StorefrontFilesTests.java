package io.flashsale.gateway.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.GatewayTest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorefrontFilesTests extends GatewayTest {

    @ParameterizedTest
    @CsvSource({
        "/, text/html",
        "/index.html, text/html",
        "/assets/start.js, text/javascript",
        "/assets/start.css, text/css",
        "/assets/icon.svg, image/svg+xml",
    })
    void areServedAndConfirmedByTheirTag(String path, String type) {
        HttpResponse<String> first = client.get(path, null);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("Content-Type").orElse("")).startsWith(type);
        assertThat(first.headers().firstValue("Cache-Control")).hasValue("no-cache");
        String tag = first.headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> second = client.get(path, null, "If-None-Match", tag);
        assertThat(second.statusCode()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/assets/start.js"})
    void mayDoNothingButWhatTheyNeed(String path) {
        var headers = client.get(path, null).headers();
        assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(headers.allValues("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).hasValue("same-origin");
    }

    @Test
    void haveNeitherScriptsNorStylesThatThePolicyForbids() {
        assertThat(client.get("/", null).body())
                .doesNotContain(" style=", " onclick=", " onload=", "<style")
                .containsOnlyOnce("<script ");
    }
}
