package io.flashsale.gateway.routing;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.routing.RouteTable.Access;
import io.flashsale.gateway.routing.RouteTable.Route;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attacks each call of the API in the table: permitted callers, forbidden ones, and strangers. The architecture
 * tests check that the table is complete.
 */
class RouteAccessTests extends GatewayTest {

    /** The gateway's own session call requires one of our pages, not a token. */
    private static final String SESSION = "/api/session";

    private static final String PAGE_OF_OURS = "X-Flash-Sale-Page";

    /** Routes whose answer has no end. */
    private static final List<String> STREAMS =
            List.of("/api/orders/{id}/events", "/api/lab/live/{saleId}", "/api/lab/runs/{id}/events");

    /** Signed once: a signature takes longer than a call. */
    private static final String SHOPPER = SignedTokens.shopper(5);

    private static final String ADMINISTRATOR = SignedTokens.admin();
    private static final List<String> BAD = List.of(
            SignedTokens.expired(),
            SignedTokens.forged(),
            SignedTokens.unsigned(),
            SignedTokens.signedByForeignKey(),
            SignedTokens.service(), // for services, not for the shop
            SignedTokens.gateway(),
            "nonsense");

    static Stream<Route> routes() {
        return RouteTable.routes().stream();
    }

    static Stream<Route> calls() {
        return routes().filter(
                        route -> !route.path().startsWith(SESSION)); // its calls to a provider: ProviderSessionTests
    }

    static Stream<Route> ofTheSession() {
        return routes().filter(route -> route.path().equals(SESSION));
    }

    static Stream<Route> readable() {
        return calls().filter(route -> route.method().equals("GET"));
    }

    private HttpResponse<String> call(Route route, @Nullable String token, String... headers) {
        String[] all = Stream.concat(Stream.of("Content-Type", "application/json"), Stream.of(headers))
                .toArray(String[]::new);
        return client.send(route.method(), path(route), token, BodyPublishers.ofString("{}"), all);
    }

    private static String path(Route route) {
        return route.path().replaceAll("\\{[a-zA-Z]+}", "7");
    }

    /** Calls that reached a service. */
    private static long passed() {
        return Stream.of(STOCK, ORDER, COUPON, CONTROL_ROOM, LOCK_LAB)
                .mapToLong(service -> service.calls().size())
                .sum();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aStrangerGetsWhatIsForEverybodyAndNothingElse(Route route) {
        if (route.access() == Access.EVERYBODY) {
            assertStatus(call(route, null), 200);
        } else {
            assertProblem(call(route, null), 401, "unauthenticated");
            assertThat(passed()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aShopperGetsWhatIsForPersons(Route route) {
        HttpResponse<String> answer = call(route, SHOPPER);
        if (route.access() == Access.ADMINISTRATOR) {
            assertProblem(answer, 403, "forbidden");
            assertThat(passed()).isZero();
        } else {
            assertStatus(answer, 200);
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void anAdministratorGetsEverything(Route route) {
        assertStatus(call(route, ADMINISTRATOR), 200);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void badTokensGetNothingWhateverTheRouteIs(Route route) {
        for (String token : BAD) {
            assertProblem(call(route, token), 401, "unauthenticated");
        }
        assertThat(passed()).isZero();
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aForeignPageCannotUseTheSessionToChangeAnything(Route route) {
        String[] foreign = {"Cookie", "__Host-session=" + ADMINISTRATOR, "Sec-Fetch-Site", "cross-site"};
        HttpResponse<String> answer = call(route, null, foreign);
        if (!route.method().equals("GET")) {
            assertProblem(answer, 403, "forbidden");
            assertThat(passed()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("ofTheSession")
    void theSessionAsksAStrangerForAPageOfOurs(Route route) {
        boolean looks = route.method().equals("GET");
        assertProblem(call(route, null), looks ? 401 : 403, looks ? "unauthenticated" : "forbidden");
        assertThat(passed()).isZero();

        ORDER.on("/api/login", FakeService.json(200, "{\"token\":\"" + SignedTokens.shopper(5) + "\"}"));
        assertThat(call(route, null, PAGE_OF_OURS, "1").statusCode())
                .isEqualTo(
                        switch (route.method()) {
                            case "GET" -> 401;
                            case "POST" -> 200;
                            default -> 204;
                        });
        assertThat(passed()).isEqualTo(route.method().equals("POST") ? 1 : 0);
    }

    @ParameterizedTest
    @MethodSource("ofTheSession")
    void theSessionIsThatOfWhoeverAsks(Route route) {
        for (String token : List.of(SignedTokens.shopper(5), SignedTokens.admin())) {
            ORDER.on("/api/login", FakeService.json(200, "{\"token\":\"" + token + "\"}"));
            HttpResponse<String> answer = call(route, token);
            assertThat(answer.statusCode()).isEqualTo(route.method().equals("DELETE") ? 204 : 200);
            assertThat(answer.body()).doesNotContain(token);
        }
    }

    @ParameterizedTest
    @MethodSource("readable")
    void headIsForWhoMayGetItAndOpensNoStream(Route route) {
        boolean stream = STREAMS.contains(route.path());
        int passing = stream ? 405 : 200;
        boolean everybody = route.access() == Access.EVERYBODY;
        boolean administrators = route.access() == Access.ADMINISTRATOR;
        assertStatus(send("HEAD", path(route), null), everybody ? passing : 401);
        assertStatus(send("HEAD", path(route), SHOPPER), administrators ? 403 : passing);
        HttpResponse<String> answer = send("HEAD", path(route), ADMINISTRATOR);
        assertStatus(answer, passing);
        if (stream) {
            assertHeader(answer, "Allow", "GET");
            assertHeader(answer, "Content-Type", "application/problem+json");
            assertThat(passed()).isZero();
        }
    }
}
