package io.flashsale.gateway.session;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.session.ProviderLogIns;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A browser's way to an OpenID provider and back; order-service, which talks to the provider, is a fake. */
class ProviderSessionTests extends GatewayTest {

    private static final String BEGIN = "/api/session/provider?then=%2Forders";
    private static final String CALLBACK = "/api/session/provider/callback?code=the-code&state=the-state";
    private static final String ATTEMPT = "__Host-log-in=the-attempt";

    private static void begins() {
        ORDER.on(
                ProviderLogIns.BEGIN_PATH,
                FakeService.json(
                        200, "{\"location\":\"https://id.example/authorize?x=1\",\"attempt\":\"the-attempt\"}"));
    }

    private static void answersCallback(int status, String body) {
        ORDER.on(ProviderLogIns.FINISH_PATH, FakeService.json(status, body));
    }

    private HttpResponse<String> returns(String... headers) {
        return client.get(CALLBACK, null, headers);
    }

    @Test
    void sendsTheBrowserToTheProviderWithAnAttemptThatNoOtherBrowserHas() {
        begins();
        HttpResponse<String> answer = client.post(BEGIN, null, "", CsrfCheck.HEADER, "1");
        assertStatus(answer, 200);
        assertThat(answer.body()).isEqualTo("{\"location\":\"https://id.example/authorize?x=1\"}");
        assertHeader(answer, "Cache-Control", "no-store");
        assertThat(answer.headers().allValues("Set-Cookie"))
                .filteredOn(cookie -> cookie.startsWith(ATTEMPT))
                .singleElement()
                .asString()
                .contains("Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=600");
        assertThat(ORDER.calls(ProviderLogIns.BEGIN_PATH)).singleElement().satisfies(call -> {
            assertThat(call.body()).isEqualTo("{\"then\":\"/orders\"}");
            assertThat(call.headers().getFirst("Authorization")).startsWith("Bearer ");
            assertThat(call.headers()).doesNotContainKey("Cookie");
        });
    }

    @Test
    void beginsForOurOwnPagesOnly() {
        begins();
        assertProblem(client.post(BEGIN, null, ""), 403, "forbidden");
        assertProblem(
                client.post(BEGIN, null, "", CsrfCheck.HEADER, "1", "Sec-Fetch-Site", "cross-site"), 403, "forbidden");
        assertThat(ORDER.calls(ProviderLogIns.BEGIN_PATH)).isEmpty();
    }

    /** Its cookie does not come along when another site sends the browser back. */
    @Test
    void endsTheSessionThatTheBrowserHadBefore() {
        begins();
        String before = "__Host-session=" + SignedTokens.shopper(42);
        HttpResponse<String> answer = client.post(BEGIN, null, "", CsrfCheck.HEADER, "1", "Cookie", before);
        assertStatus(answer, 200);
        assertThat(ORDER.calls("/api/logout")).hasSize(1);
        assertThat(answer.headers().allValues("Set-Cookie"))
                .anyMatch(cookie -> cookie.startsWith("__Host-session=;") && cookie.contains("Max-Age=0"));
    }

    @Test
    void opensASessionAndTheWantedPageWhenTheBrowserReturns() {
        String token = SignedTokens.shopper(42);
        Instant expiry = Instant.now().plus(Duration.ofMinutes(10));
        answersCallback(
                200, "{\"token\":\"%s\",\"expiresAt\":\"%s\",\"then\":\"/orders?page=2\"}".formatted(token, expiry));
        String before = "; __Host-session=" + SignedTokens.shopper(41); // begun in another tab meanwhile
        HttpResponse<String> answer = returns("Cookie", ATTEMPT + before, "Sec-Fetch-Site", "cross-site");
        assertStatus(answer, 303);
        assertThat(ORDER.calls("/api/logout")).hasSize(1);
        assertHeader(answer, "Location", "/orders?page=2");
        assertHeader(answer, "Cache-Control", "no-store");
        List<String> cookies = answer.headers().allValues("Set-Cookie");
        assertThat(cookies)
                .filteredOn(cookie -> cookie.startsWith("__Host-session=" + token + ";"))
                .singleElement()
                .asString()
                .contains("HttpOnly", "SameSite=Strict");
        assertThat(cookies).anyMatch(cookie -> cookie.startsWith("__Host-log-in=;") && cookie.contains("Max-Age=0"));
        assertThat(ORDER.calls(ProviderLogIns.FINISH_PATH))
                .extracting(FakeService.Call::body)
                .containsExactly(
                        "{\"attempt\":\"the-attempt\",\"code\":\"the-code\",\"state\":\"the-state\",\"error\":null}");
    }

    @Test
    void showsOnTheLogInPageWhyThereIsNoSession() {
        answersCallback(401, "{\"type\":\"/problems/log-in-not-confirmed\",\"status\":401}");
        HttpResponse<String> answer = returns();
        assertStatus(answer, 303);
        assertHeader(answer, "Location", "/login?refused=log-in-not-confirmed");
        assertThat(answer.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.startsWith("__Host-session"));
        assertThat(ORDER.calls(ProviderLogIns.FINISH_PATH))
                .singleElement()
                .satisfies(call -> assertThat(call.body()).contains("\"attempt\":\"\""));

        answersCallback(200, "{\"token\":");
        assertHeader(returns("Cookie", ATTEMPT), "Location", "/login?refused=service-unavailable");
    }

    @Test
    void keepsThePageThatTheShopperWantedForTheNextTry() {
        begins();
        HttpResponse<String> begun =
                client.post("/api/session/provider?then=%2Forders%3Fpage%3D2", null, "", CsrfCheck.HEADER, "1");
        String cookies = begun.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("__Host-log-in"))
                .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
                .collect(Collectors.joining("; "));
        answersCallback(401, "{\"type\":\"/problems/log-in-not-confirmed\",\"status\":401}");
        HttpResponse<String> refused = returns("Cookie", cookies);
        assertHeader(refused, "Location", "/login?refused=log-in-not-confirmed&then=%2Forders%3Fpage%3D2");
        assertThat(refused.headers().allValues("Set-Cookie"))
                .filteredOn(cookie -> cookie.startsWith("__Host-log-in"))
                .hasSize(2)
                .allMatch(cookie -> cookie.contains("Max-Age=0"));

        answersCallback(200, "{\"token\":");
        HttpResponse<String> unavailable = returns("Cookie", cookies);
        assertHeader(unavailable, "Location", "/login?refused=service-unavailable&then=%2Forders%3Fpage%3D2");
        assertHeader(returns("Cookie", "__Host-log-in-then=%"), "Location", "/login?refused=service-unavailable");
    }

    @Test
    void keepsNoPageThatIsTooLong() {
        begins();
        String begin = "/api/session/provider?then=%2F" + "x".repeat(600);
        HttpResponse<String> begun = client.post(begin, null, "", CsrfCheck.HEADER, "1");
        assertThat(begun.headers().allValues("Set-Cookie"))
                .anyMatch(cookie -> cookie.startsWith("__Host-log-in-then=;"));
    }

    @Test
    void doesNotExistWithoutAProvider() {
        for (String path : List.of(ProviderLogIns.BEGIN_PATH, ProviderLogIns.FINISH_PATH)) {
            ORDER.on(path, FakeService.json(404, "{\"type\":\"/problems/not-found\",\"status\":404}"));
        }
        assertProblem(client.post(BEGIN, null, "", CsrfCheck.HEADER, "1"), 404, "not-found");
        assertProblem(returns("Cookie", ATTEMPT), 404, "not-found");
    }

    @Test
    void keepsStrangersAwayFromTheCallsOfTheGateway() {
        for (String path : List.of(ProviderLogIns.BEGIN_PATH, ProviderLogIns.FINISH_PATH)) {
            assertThat(client.post(path, SignedTokens.shopper(42), "{}").statusCode())
                    .isIn(403, 404);
            assertThat(ORDER.calls(path)).isEmpty();
        }
    }
}
