package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.session.ProviderLogIns;
import io.flashsale.gateway.routing.RouteTable.Route;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends every class of malformed request to every call of the table. None may cause a fault of the gateway or an answer
 * that is no problem of ours; what the gateway itself must refuse reaches no service. What services refuse is shown on
 * real ones, by {@code BodiesIT} and {@code FuzzIT}.
 */
class RouteAttackTests extends ManualClockTest {

    private static final String ADMINISTRATOR = SignedTokens.admin();
    private static final Set<Integer> NONE = Set.of();

    /**
     * A class of requests.
     *
     * @param method null for that of the route
     * @param id in the place of each variable of the path
     * @param afterToken what follows an administrator's token
     * @param refused the statuses of which the answer must have one; empty if a service may get the request
     * @param headers name, value, name, value, …
     */
    private record Attack(
            String name,
            @Nullable String method,
            String id,
            String query,
            String afterToken,
            String body,
            Set<Integer> refused,
            List<String> headers) {

        static Attack of(String name, String body, String contentType, String... headers) {
            List<String> all = Stream.concat(Stream.of("Content-Type", contentType), Stream.of(headers))
                    .toList();
            return new Attack(name, null, "7", "", "", body, NONE, all);
        }

        static Attack ofJson(String name, String body, String... headers) {
            return of(name, body, "application/json", headers);
        }

        Attack method(String other) {
            return new Attack(name, other, id, query, afterToken, body, refused, headers);
        }

        Attack id(String other) {
            return new Attack(name, method, other, query, afterToken, body, refused, headers);
        }

        Attack query(String other) {
            return new Attack(name, method, id, other, afterToken, body, refused, headers);
        }

        Attack afterToken(String other) {
            return new Attack(name, method, id, query, other, body, refused, headers);
        }

        Attack refusedAs(Integer... statuses) {
            return new Attack(name, method, id, query, afterToken, body, Set.of(statuses), headers);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Attack> attacks() {
        return Stream.of(
                Attack.of("a text for JSON", "x", "text/plain"),
                Attack.of("a form for JSON", "id=7&username=a&password=b", "application/x-www-form-urlencoded"),
                Attack.of("parts for JSON", "--x\r\n\r\na\r\n--x--\r\n", "multipart/form-data; boundary=x")
                        .refusedAs(415),
                Attack.of("unknown characters", "{}", "application/json; charset=none-such")
                        .refusedAs(415),
                Attack.of("no media type", "{}", ";").refusedAs(415),
                Attack.of("a range of media types", "{}", "application/*").refusedAs(415),
                Attack.ofJson(
                        "half of a surrogate pair in the body", "{\"title\":\"a\\ud83d\",\"username\":\"\\ud83d\"}"),
                Attack.ofJson("half of a surrogate pair in the query", "{}").query("?q=%ED%A0%BD&after=%ED%A0%BD"),
                Attack.ofJson("half of a surrogate pair in the path", "{}").id("%ED%A0%BD"),
                Attack.ofJson("a fraction for a whole number", "{\"id\":7.9,\"saleId\":7.9,\"ids\":[7.9],\"add\":7.9}")
                        .id("7.9"),
                Attack.ofJson("an unknown host", "{}", "Host", "evil.example").refusedAs(421),
                Attack.ofJson("OPTIONS with an odd body", "{").method("OPTIONS"),
                Attack.ofJson("a padded token, which is the same token", "{}").afterToken("=="),
                Attack.ofJson("a longer token", "{}").afterToken("A").refusedAs(401),
                Attack.ofJson("a padded ticket", "{}", "Purchase-Ticket", "a.b.c=="),
                Attack.ofJson("a ticket of 4 KB", "{}", "Purchase-Ticket", "A".repeat(4_096)),
                Attack.ofJson("a long query", "{}").query("?q=" + "x".repeat(4_096)),
                // Without a body: the connection ends before one could be sent.
                Attack.ofJson("an over-long query", "")
                        .query("?q=" + "x".repeat(9_000))
                        .refusedAs(400));
    }

    private HttpResponse<String> sent(Attack attack, Route route) {
        time.pass(Duration.ofSeconds(1)); // so that no limit of the rate refuses it
        String path = route.path().replaceAll("\\{[a-zA-Z]+}", attack.id()) + attack.query();
        String[] headers = Stream.concat(attack.headers().stream(), Stream.of("X-Flash-Sale-Page", "1"))
                .toArray(String[]::new);
        String method = Objects.requireNonNullElse(attack.method(), route.method());
        String token = ADMINISTRATOR + attack.afterToken();
        return client.send(method, path, token, BodyPublishers.ofString(attack.body()), headers);
    }

    private static long passed() {
        return Stream.of(STOCK, ORDER, COUPON, CONTROL_ROOM, LOCK_LAB)
                .mapToLong(service -> service.calls().size())
                .sum();
    }

    private static boolean isExpected(HttpResponse<String> answer, Attack attack) {
        int status = answer.statusCode();
        if (status < 400) {
            return attack.refused().isEmpty();
        }
        boolean isProblem = header(answer, "Content-Type").equals("application/problem+json");
        boolean isFault = status >= 500 || status == 429; // a limit of the rate would hide what else happens
        return isProblem
                && !isFault
                && (attack.refused().isEmpty() || attack.refused().contains(status));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void areAnsweredWithoutAFaultWhateverTheRouteIs(Attack attack) {
        ORDER.on("/api/login", FakeService.json(200, "{\"token\":\"" + SignedTokens.shopper(5) + "\"}"));
        ORDER.on(ProviderLogIns.BEGIN_PATH, FakeService.json(200, "{\"location\":\"https://x\",\"attempt\":\"y\"}"));
        ORDER.on(ProviderLogIns.FINISH_PATH, FakeService.json(401, "{\"type\":\"/problems/log-in-not-confirmed\"}"));
        List<String> faults = new ArrayList<>();
        for (Route route : RouteTable.routes()) {
            HttpResponse<String> answer = sent(attack, route);
            if (!isExpected(answer, attack)) {
                faults.add(route + " => " + answer.statusCode() + " " + answer.body());
            }
        }
        assertThat(faults).isEmpty();
        if (attack.refused().isEmpty()) {
            assertThat(passed()).isPositive();
        } else {
            assertThat(passed()).isZero();
        }
    }
}
