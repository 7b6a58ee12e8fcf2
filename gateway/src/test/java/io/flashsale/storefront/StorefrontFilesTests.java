package io.flashsale.storefront;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

class StorefrontFilesTests extends GatewayTest {

    private static final Pattern IMPORT_MAP = Pattern.compile("<script type=\"importmap\">(.*?)</script>");

    private static final Pattern PATH_OF_A_PAGE = Pattern.compile("\\{ path: '([^']+)', load:");
    private static final Pattern PARAMETER = Pattern.compile(":\\w+(?:\\(([^)]*)\\))?");

    private String page() {
        return client.get("/", null).body();
    }

    private List<String> filesNamedIn(String page) {
        return Pattern.compile("\"(/(?:assets|webjars)/[^\"]+)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    @Nested
    class ThePage {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/",
                    "/index.html",
                    "/sales/7",
                    "/sales/7/lottery",
                    "/orders",
                    "/orders/7/payment",
                    "/mock-provider/7",
                    "/login",
                    "/control",
                    "/lab/x",
                    "/course",
                    "/course/01-the-race",
                    "/course/files/docs/lock-lab.md",
                })
        void isTheSameAtEveryAddressThatItsRouterKnows(String path) {
            HttpResponse<String> answer = client.get(path, null);
            assertStatus(answer, 200);
            assertThat(header(answer, "Content-Type")).startsWith("text/html");
            assertHeader(answer, "Cache-Control", "no-cache");
            assertThat(answer.body()).isEqualTo(page()).doesNotContain("{{").contains("<noscript>", "需要启用 JavaScript");
        }

        @Test
        void isConfirmedByItsTag() {
            String tag = header(client.get("/", null), "ETag");
            HttpResponse<String> second = client.get("/sales/7", null, "If-None-Match", tag);
            assertStatus(second, 304);
            assertThat(second.body()).isEmpty();
        }

        @Test
        void saysWhatOtherSitesShallShowOfASale() {
            STOCK.on("/api/sales/71", FakeService.json(200, """
                    {"title": "\\"<Lamp>\\" & {{assets}} 灯", "product": {"description": "It's bright", "imageUrl": "/images/products/lamp.svg"}}
                    """));
            // The page does not wait long for stock-service, but the next one has what it said.
            await().until(() -> client.get("/sales/71", null).body().contains("og:title"));
            String site = "http://127.0.0.1:" + client.port();
            assertThat(client.get("/sales/71", null, "X-Forwarded-Host", "evil.example")
                            .body())
                    .contains(
                            property("title", "&quot;&lt;Lamp&gt;&quot; &amp; {{assets}} 灯"),
                            property("description", "It&#39;s bright"),
                            property("url", site + "/sales/71"),
                            property("image", site + "/images/products/lamp.jpg"))
                    .doesNotContain("evil.example");
        }

        @Test
        void hasEachPictureInPixelsAsWell() throws Exception {
            var pictures =
                    new PathMatchingResourcePatternResolver().getResources("classpath:/static/images/products/*.svg");
            assertThat(pictures).hasSizeGreaterThan(10).allSatisfy(picture -> {
                String file = "/images/products/"
                        + Objects.requireNonNull(picture.getFilename()).replace(".svg", ".jpg");
                assertThat(header(client.get(file, null), "Content-Type"))
                        .as(file)
                        .isEqualTo("image/jpeg");
            });
        }

        private static String property(String name, String content) {
            return "<meta property=\"og:" + name + "\" content=\"" + content + "\">";
        }

        @Test
        void isTheUsualOneWhereNoSaleIsKnown() {
            STOCK.on("/api/sales/72", FakeService.json(404, "{\"title\": \"There is no such sale\"}"));
            for (String id : List.of("72", "x", "9".repeat(30), "-1")) {
                assertThat(client.get("/sales/" + id, null).body()).as(id).isEqualTo(page());
            }
        }

        @Test
        void mayRunItsOwnFilesAndItsImportMapAndNothingElse() throws Exception {
            Matcher importMap = IMPORT_MAP.matcher(page());
            assertThat(importMap.find()).isTrue();
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(importMap.group(1).getBytes(StandardCharsets.UTF_8));
            String hash = "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
            assertThat(header(client.get("/", null), "Content-Security-Policy"))
                    .contains("default-src 'none'", "script-src 'self' " + hash + ";", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page()).doesNotContain(" style=", " onclick=", " onload=", "<style");
        }

        /** Pages put parameters into the addresses of their calls: with {@code ..%2F} a link could choose the call. */
        @ParameterizedTest
        @ValueSource(strings = {"..%2Fadmin", "..", "7/8", "7%3Fa=b", "7%23"})
        void hasNoAddressWithAParameterThatLeadsElsewhere(String parameter) {
            List<String> patterns = PATH_OF_A_PAGE
                    .matcher(client.get("/assets/app.js", null).body())
                    .results()
                    .flatMap(path -> PARAMETER.matcher(path.group(1)).results())
                    .map(found ->
                            Objects.requireNonNullElse(found.group(1), ".*").replace("\\\\", "\\"))
                    .toList();
            assertThat(patterns).hasSizeGreaterThan(10).noneMatch(parameter::matches);
        }

        @Test
        void namesTheCurrencyAndTheLocale() {
            assertThat(page()).contains("{&quot;currency&quot;:&quot;CNY&quot;,&quot;locale&quot;:&quot;en-GB&quot;}");
            Locale hongKong = Locale.forLanguageTag("zh-HK");
            assertThat(new StorefrontProperties(List.of(), Set.of(), false, hongKong).locale())
                    .isEqualTo(hongKong);
            assertThatThrownBy(() -> new StorefrontProperties(List.of(), Set.of(), false, Locale.GERMANY))
                    .hasMessageContaining("de_DE");
        }

        @Test
        void offersNoAccountsOutsideTheDemoAndHasAllParts() {
            assertThat(page())
                    .contains("<meta name=\"demo-accounts\" content=\"[]\">")
                    .contains("&quot;absent&quot;:[]", "&quot;small&quot;:false");
        }
    }

    @Nested
    class ItsFiles {

        @Test
        void areThereAndAreKeptForEver() {
            List<String> files = filesNamedIn(page());
            assertThat(files).hasSizeGreaterThan(8).anyMatch(file -> file.contains("vue.runtime.esm-browser.prod.js"));
            assertThat(files).allSatisfy(file -> {
                HttpResponse<String> answer = client.get(file, null);
                assertThat(answer.statusCode()).as(file).isEqualTo(200);
                assertThat(header(answer, "Cache-Control")).contains("immutable", "max-age=31536000");
            });
        }

        @ParameterizedTest
        @CsvSource({
            "/assets/app.js, text/javascript",
            "/assets/base.css, text/css",
            "/assets/icon.svg, image/svg+xml",
        })
        void areAskedForAgainAtAddressesWithoutAVersion(String path, String type) {
            HttpResponse<String> first = client.get(path, null);
            assertStatus(first, 200);
            assertThat(header(first, "Content-Type")).startsWith(type);
            assertHeader(first, "Cache-Control", "no-cache");
            assertStatus(client.get(path, null, "If-None-Match", header(first, "ETag")), 304);
        }

        @ParameterizedTest
        @ValueSource(strings = {"/", "/assets/app.js", "/images/products/lamp.svg"})
        void mayNotBeMoreThanFiles(String path) {
            var headers = client.get(path, null).headers();
            assertThat(headers.allValues("Content-Security-Policy"))
                    .singleElement()
                    .asString()
                    .contains("script-src 'self'");
            assertThat(headers.allValues("X-Content-Type-Options")).containsExactly("nosniff");
            assertThat(headers.allValues("Referrer-Policy")).containsExactly("same-origin");
        }

        @Test
        void areCompressedAndAnswersOfTheServicesAreNot() {
            String library = filesNamedIn(page()).stream()
                    .filter(file -> file.contains("vue.runtime"))
                    .findFirst()
                    .orElseThrow();
            assertHeader(client.get(library, null, "Accept-Encoding", "gzip"), "Content-Encoding", "gzip");
            STOCK.on("/api/sales", FakeService.json(200, "[" + " ".repeat(10_000) + "]"));
            assertThat(header(client.get("/api/sales", null, "Accept-Encoding", "gzip"), "Content-Encoding"))
                    .isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/webjars/vue/3.5.26/package.json", "/webjars/vue/3.5.26/dist/vue.esm-browser.js",
                    "/webjars/", "/META-INF/resources/webjars/vue/3.5.26/dist/vue.runtime.esm-browser.prod.js",
                })
        void areAllThatAWebJarGivesAway(String path) {
            assertStatus(client.get(path, null), 404);
        }
    }
}
