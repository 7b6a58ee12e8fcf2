package io.flashsale.gateway.routing;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.context.TestPropertySource;

/** The lock lab, its course and the naive path belong to the demo: without their address the gateway does not know them. */
@TestPropertySource(properties = "flashsale.services.lock-lab-url=")
class NoLockLabTests extends GatewayTest {

    static Stream<RouteTable.Route> routesOfTheLockLab() {
        return RouteTable.routes().stream()
                .filter(route -> Stream.of("strategies", "runs", "games", "naive")
                        .anyMatch(part -> route.path().startsWith("/api/lab/" + part)));
    }

    @Test
    void looksAtAllOfThem() {
        assertThat(routesOfTheLockLab()).hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("routesOfTheLockLab")
    void answersThemToNobody(RouteTable.Route route) {
        String path = route.path().replaceAll("\\{[^}]*}", "7");
        Arrays.asList(null, SignedTokens.shopper(3), SignedTokens.admin())
                .forEach(token -> assertProblem(
                        client.send(route.method(), path, token, BodyPublishers.noBody()), 404, "not-found"));
        assertThat(LOCK_LAB.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/lab/runs/7/events",
                "/api/lab/naive",
                "/api/lab/games/7/anything",
                "/api-docs/lock-lab",
                "/course/texts/en",
                "/course/texts/zh/chapters/01-the-race",
            })
    void answersNothingElseOfIt(String path) {
        assertThat(client.send("HEAD", path, null, BodyPublishers.noBody()).statusCode())
                .isEqualTo(404);
        assertProblem(client.get(path, SignedTokens.admin()), 404, "not-found");
    }

    @Test
    void tellsThePagesThatItIsNotThere() {
        assertThat(client.get("/", null).body()).contains("&quot;absent&quot;:[&quot;LOCK_LAB&quot;]");
    }

    @Test
    void stillAnswersAllOthers() {
        assertThat(client.get("/api/lab/crowds", SignedTokens.admin()).statusCode())
                .isEqualTo(200);
        assertThat(client.get("/api/sales", null).statusCode()).isEqualTo(200);
        assertThat(client.get("/api-docs/stock", null).statusCode()).isEqualTo(200);
    }
}
