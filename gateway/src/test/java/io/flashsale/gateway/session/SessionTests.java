package io.flashsale.gateway.session;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SessionTests extends GatewayTest {

    private static final String CREDENTIALS = "{\"username\":\"user42\",\"password\":\"secret\"}";
    private static final String RESERVATIONS = "/api/sales/7/reservations";

    private static String cookie(String token) {
        return "__Host-session=" + token;
    }

    private void orderServiceLogsIn(String token) {
        ORDER.on("/api/login", FakeService.json(200, "{\"token\":\"" + token + "\",\"expiresAt\":\"ignored\"}"));
    }

    /** Logs in from one of our pages. */
    private HttpResponse<String> logIn() {
        return client.post("/api/session", null, CREDENTIALS, CsrfCheck.HEADER, "1");
    }

    @Nested
    class LoggingIn {

        @Test
        void putsTheTokenIntoACookieThatNoScriptCanRead() {
            String token = SignedTokens.shopper(42);
            orderServiceLogsIn(token);
            HttpResponse<String> answer = logIn();

            assertStatus(answer, 200);
            assertThat(answer.body())
                    .contains("\"userId\":\"42\"", "\"username\":\"user42\"", "\"role\":\"SHOPPER\"", "\"expiresAt\"")
                    .doesNotContain(token);
            assertThat(header(answer, "Set-Cookie"))
                    .startsWith(cookie(token) + ";")
                    .contains("Path=/", "Secure", "HttpOnly", "SameSite=Strict")
                    .containsPattern("Max-Age=(5\\d\\d|600);")
                    .doesNotContain("Domain");
            assertHeader(answer, "Cache-Control", "no-store");
            assertThat(ORDER.calls("/api/login"))
                    .extracting(FakeService.Call::body)
                    .containsExactly(CREDENTIALS);
        }

        @Test
        void tellsTheServiceWhoAsksSoThatItsSecurityLogDoes() {
            orderServiceLogsIn(SignedTokens.shopper(42));
            String before = cookie(SignedTokens.shopper(42));
            String[] headers =
                    from("192.0.2.66", CsrfCheck.HEADER, "1", "Cookie", before, "X-Correlation-Id", "the-request-7");
            client.post("/api/session", null, CREDENTIALS, headers);
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
            ORDER.on("/api/login", FakeService.json(401, "{\"type\":\"/problems/bad-credentials\",\"status\":401}"));
            HttpResponse<String> answer = logIn();
            assertProblem(answer, 401, "bad-credentials");
            assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();

            String tooManyGuesses = "{\"type\":\"/problems/rate-limited\",\"status\":429}";
            ORDER.on("/api/login", FakeService.json(429, tooManyGuesses, "Retry-After", "17"));
            answer = logIn();
            assertProblem(answer, 429, "rate-limited");
            assertHeader(answer, "Retry-After", "17");
        }

        @Test
        void trustsNoTokenThatIsNotOurs() {
            orderServiceLogsIn(SignedTokens.signedByForeignKey());
            HttpResponse<String> answer = logIn();
            assertProblem(answer, 503, "service-unavailable");
            assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        }
    }

    @Nested
    class LookingAtIt {

        @Test
        void saysWhoIsLoggedIn() {
            HttpResponse<String> answer = client.get("/api/session", null, "Cookie", cookie(SignedTokens.admin()));
            assertStatus(answer, 200);
            assertThat(answer.body()).contains("\"role\":\"ADMIN\"");
        }

        @Test
        void saysWhetherTheAccountHasAPassword() {
            String own = cookie(SignedTokens.shopper(42));
            assertThat(client.get("/api/session", null, "Cookie", own).body()).contains("\"hasPassword\":true");
            String ofProvider = cookie(SignedTokens.withoutPassword(42));
            assertThat(client.get("/api/session", null, "Cookie", ofProvider).body())
                    .contains("\"hasPassword\":false");
        }

        @Test
        void isNobodyWithoutAGoodToken() {
            for (String cookies : List.of(
                    "theme=dark", cookie(SignedTokens.expired()), cookie(SignedTokens.forged()), cookie("nonsense"))) {
                HttpResponse<String> answer = client.get("/api/session", null, "Cookie", cookies);
                assertProblem(answer, 401, "unauthenticated");
                assertThat(header(answer, "Set-Cookie")).contains("Max-Age=0");
            }
        }

        @Test
        void endsWithLoggingOut() {
            String[] ofOurPage = {"Cookie", cookie(SignedTokens.shopper(42)), CsrfCheck.HEADER, "1"};
            HttpResponse<String> answer = send("DELETE", "/api/session", null, ofOurPage);
            assertStatus(answer, 204);
            assertThat(header(answer, "Set-Cookie"))
                    .startsWith("__Host-session=;")
                    .contains("Max-Age=0", "HttpOnly");
            assertHeader(answer, "Clear-Site-Data", "\"cache\""); // nobody sees by "Back" what was there
        }
    }

    @Nested
    class ACookie {

        @Test
        void standsForTheTokenAndStaysHere() {
            String token = SignedTokens.shopper(42);
            client.get("/api/orders", null, "Cookie", "theme=dark; " + cookie(token));
            assertThat(ORDER.calls("/api/orders")).singleElement().satisfies(call -> {
                assertThat(call.headers().getFirst("Authorization")).isEqualTo("Bearer " + token);
                assertThat(call.headers()).doesNotContainKey("Cookie");
            });
        }

        @Test
        void yieldsToTheAuthorizationHeader() {
            String token = SignedTokens.shopper(43);
            client.get("/api/orders", token, "Cookie", cookie(SignedTokens.shopper(42)));
            assertThat(ORDER.calls("/api/orders"))
                    .extracting(call -> call.headers().get("Authorization"))
                    .containsExactly(List.of("Bearer " + token));
        }

        @Test
        void thatIsNoGoodKeepsNobodyFromTheShop() {
            String foreign = cookie(SignedTokens.signedByForeignKey());
            assertStatus(client.get("/api/sales", null, "Cookie", foreign), 200);
            String expired = cookie(SignedTokens.expired());
            assertProblem(client.get("/api/orders", null, "Cookie", expired), 401, "unauthenticated");
        }
    }

    @Nested
    class BuyingByCookie {

        private HttpResponse<String> reserve(String... headers) {
            String[] all = Stream.concat(Stream.of("Cookie", cookie(SignedTokens.shopper(42))), Stream.of(headers))
                    .toArray(String[]::new);
            return client.post(RESERVATIONS, null, "", all);
        }

        @Test
        void isForPagesOfOurOwn() {
            assertStatus(reserve(CsrfCheck.HEADER, "1", "Sec-Fetch-Site", "same-origin"), 200);
            assertStatus(reserve(CsrfCheck.HEADER, "1", "Origin", "http://127.0.0.1:" + client.port()), 200);
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
            String token = SignedTokens.shopper(42);
            assertStatus(client.post(RESERVATIONS, token, "", "Sec-Fetch-Site", "cross-site"), 200);
        }
    }
}
