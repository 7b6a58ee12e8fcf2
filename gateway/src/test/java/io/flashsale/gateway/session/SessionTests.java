package io.flashsale.gateway.session;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTests extends GatewayTest {

    private static final String CREDENTIALS = "{\"username\":\"user42\",\"password\":\"secret\"}";
    private static final String RESERVATIONS = "/api/sales/7/reservations";

    private static String cookie(String token) {
        return "__Host-session=" + token;
    }

    private void orderServiceLogsIn(String token) {
        ORDER.on("/api/login", FakeService.json(200, "{\"token\":\"" + token + "\",\"expiresAt\":\"ignored\"}"));
    }

    @Nested
    class LoggingIn {

        @Test
        void putsTheTokenIntoACookieThatNoScriptCanRead() {
            String token = SignedTokens.shopper(42);
            orderServiceLogsIn(token);
            HttpResponse<String> answer = client.post("/api/session", null, CREDENTIALS, CsrfCheck.HEADER, "1");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body())
                    .contains("\"userId\":\"42\"", "\"username\":\"user42\"", "\"role\":\"SHOPPER\"", "\"expiresAt\"")
                    .doesNotContain(token);
            assertThat(answer.headers().firstValue("Set-Cookie").orElse(""))
                    .startsWith(cookie(token) + ";")
                    .contains("Path=/", "Secure", "HttpOnly", "SameSite=Strict")
                    .containsPattern("Max-Age=(5\\d\\d|600);")
                    .doesNotContain("Domain");
            assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(ORDER.calls())
                    .filteredOn(call -> call.target().equals("/api/login"))
                    .singleElement()
                    .satisfies(call -> assertThat(call.body()).isEqualTo(CREDENTIALS));
        }

        @Test
        void tellsTheServiceWhoAsksSoThatItsSecurityLogDoes() {
            String before = SignedTokens.shopper(42);
            orderServiceLogsIn(SignedTokens.shopper(42));
            client.post(
                    "/api/session",
                    null,
                    CREDENTIALS,
                    CsrfCheck.HEADER,
                    "1",
                    "Cookie",
                    cookie(before),
                    "X-Forwarded-For",
                    "192.0.2.66",
                    "X-Correlation-Id",
                    "the-request-7");
            assertThat(ORDER.calls()).extracting(FakeService.Call::target).contains("/api/login", "/api/logout");
            assertThat(ORDER.calls())
                    .filteredOn(call -> call.target().startsWith("/api/log"))
                    .allSatisfy(call -> {
                        assertThat(call.headers().get("X-Forwarded-For"))
                                .as("not what the caller says")
                                .containsExactly("127.0.0.1");
                        assertThat(call.headers().get("X-Correlation-Id")).containsExactly("the-request-7");
                    });
        }

        @Test
        void passesOnWhyItWasRefused() {
            ORDER.on(
                    "/api/login",
                    FakeService.json(401, "{\"type\":\"/problems/bad-credentials\",\"title\":\"no\",\"status\":401}"));
            HttpResponse<String> answer = client.post("/api/session", null, CREDENTIALS, CsrfCheck.HEADER, "1");
            assertProblem(answer, 401, "bad-credentials");
            assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        }

        @Test
        void saysWhenToComeAgainAfterTooManyGuesses() {
            ORDER.on(
                    "/api/login",
                    FakeService.json(
                            429,
                            "{\"type\":\"/problems/rate-limited\",\"title\":\"no\",\"status\":429}",
                            "Retry-After",
                            "17"));
            HttpResponse<String> answer = client.post("/api/session", null, CREDENTIALS, CsrfCheck.HEADER, "1");
            assertProblem(answer, 429, "rate-limited");
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("17");
        }

        @Test
        void trustsNoTokenThatIsNotOurs() {
            orderServiceLogsIn(SignedTokens.signedByForeignKey());
            HttpResponse<String> answer = client.post("/api/session", null, CREDENTIALS, CsrfCheck.HEADER, "1");
            assertProblem(answer, 503, "service-unavailable");
            assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        }

        @Test
        void isRefusedToForeignPages() {
            orderServiceLogsIn(SignedTokens.shopper(42));
            assertProblem(client.post("/api/session", null, CREDENTIALS), 403, "forbidden");
            assertProblem(
                    client.post(
                            "/api/session", null, CREDENTIALS, CsrfCheck.HEADER, "1", "Sec-Fetch-Site", "cross-site"),
                    403,
                    "forbidden");
        }
    }

    @Nested
    class LookingAtIt {

        @Test
        void saysWhoIsLoggedIn() {
            HttpResponse<String> answer = client.get("/api/session", null, "Cookie", cookie(SignedTokens.admin()));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"role\":\"ADMIN\"");
        }

        @ParameterizedTest
        @ValueSource(strings = {"none", "expired", "forged", "nonsense"})
        void isNobodyWithoutAGoodToken(String which) {
            String token = switch (which) {
                case "expired" -> SignedTokens.expired();
                case "forged" -> SignedTokens.forged();
                default -> which;
            };
            HttpResponse<String> answer = which.equals("none")
                    ? client.get("/api/session", null)
                    : client.get("/api/session", null, "Cookie", cookie(token));
            assertProblem(answer, 401, "unauthenticated");
            assertThat(answer.headers().firstValue("Set-Cookie").orElse("")).contains("Max-Age=0");
        }

        @Test
        void endsWithLoggingOut() {
            HttpResponse<String> answer = client.send(
                    "DELETE",
                    "/api/session",
                    null,
                    BodyPublishers.noBody(),
                    "Cookie",
                    cookie(SignedTokens.shopper(42)),
                    CsrfCheck.HEADER,
                    "1");
            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.headers().firstValue("Set-Cookie").orElse(""))
                    .startsWith("__Host-session=;")
                    .contains("Max-Age=0", "HttpOnly");
            assertThat(answer.headers().firstValue("Clear-Site-Data"))
                    .as("nobody sees by \"Back\" what was there")
                    .hasValue("\"cache\"");
        }
    }

    @Nested
    class ACookie {

        @Test
        void standsForTheTokenAndStaysHere() {
            String token = SignedTokens.shopper(42);
            client.get("/api/orders", null, "Cookie", "theme=dark; " + cookie(token));
            assertThat(ORDER.calls())
                    .filteredOn(call -> call.target().equals("/api/orders"))
                    .singleElement()
                    .satisfies(call -> {
                        assertThat(call.headers().getFirst("Authorization")).isEqualTo("Bearer " + token);
                        assertThat(call.headers()).doesNotContainKey("Cookie");
                    });
        }

        @Test
        void yieldsToTheAuthorizationHeader() {
            String token = SignedTokens.shopper(43);
            client.get("/api/orders", token, "Cookie", cookie(SignedTokens.shopper(42)));
            assertThat(ORDER.calls())
                    .filteredOn(call -> call.target().equals("/api/orders"))
                    .singleElement()
                    .satisfies(call ->
                            assertThat(call.headers().get("Authorization")).containsExactly("Bearer " + token));
        }

        @Test
        void thatIsNoGoodKeepsNobodyFromTheShop() {
            HttpResponse<String> sales =
                    client.get("/api/sales", null, "Cookie", cookie(SignedTokens.signedByForeignKey()));
            assertThat(sales.statusCode()).isEqualTo(200);
            assertProblem(
                    client.get("/api/orders", null, "Cookie", cookie(SignedTokens.expired())), 401, "unauthenticated");
        }

        @Test
        void isNoTokenOfAnotherRole() {
            assertProblem(
                    client.post(
                            "/api/admin/sales",
                            null,
                            "{}",
                            "Cookie",
                            cookie(SignedTokens.shopper(42)),
                            CsrfCheck.HEADER,
                            "1"),
                    403,
                    "forbidden");
        }
    }

    @Nested
    class BuyingByCookie {

        private HttpResponse<String> reserve(String... headers) {
            String[] all = new String[headers.length + 2];
            all[0] = "Cookie";
            all[1] = cookie(SignedTokens.shopper(42));
            System.arraycopy(headers, 0, all, 2, headers.length);
            return client.post(RESERVATIONS, null, "", all);
        }

        @Test
        void isForPagesOfOurOwn() {
            assertThat(reserve(CsrfCheck.HEADER, "1", "Sec-Fetch-Site", "same-origin")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(reserve(CsrfCheck.HEADER, "1", "Origin", "http://127.0.0.1:" + client.port())
                            .statusCode())
                    .isEqualTo(200);
        }

        @Test
        void isRefusedToAllOthers() {
            assertProblem(reserve(), 403, "forbidden");
            assertProblem(reserve("Sec-Fetch-Site", "same-origin"), 403, "forbidden");
            assertProblem(reserve(CsrfCheck.HEADER, "1", "Sec-Fetch-Site", "cross-site"), 403, "forbidden");
            assertProblem(reserve(CsrfCheck.HEADER, "1", "Sec-Fetch-Site", "same-site"), 403, "forbidden");
            assertProblem(reserve(CsrfCheck.HEADER, "1", "Sec-Fetch-Site", "none"), 403, "forbidden");
            assertProblem(reserve(CsrfCheck.HEADER, "1", "Origin", "http://127.0.0.1:1"), 403, "forbidden");
            assertProblem(reserve(CsrfCheck.HEADER, "1", "Origin", "null"), 403, "forbidden");
            assertThat(STOCK.calls()).isEmpty();
        }

        @Test
        void isNoConcernOfThoseWithATokenOfTheirOwn() {
            HttpResponse<String> answer =
                    client.post(RESERVATIONS, SignedTokens.shopper(42), "", "Sec-Fetch-Site", "cross-site");
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }
}
