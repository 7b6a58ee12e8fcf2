package io.flashsale.gateway.routing;

import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.context.TestPropertySource;

/** The lock lab, its course and the naive path belong to the demo: without their address the gateway does not know them. */
@TestPropertySource(
        properties = {
            "flashsale.services.lock-lab-url=",
            "flashsale.gateway.storefront.absent=COUPONS",
            "flashsale.gateway.storefront.small=true"
        })
class NoLockLabTests extends GatewayTest {

    @Test
    void answersItsRoutesToNobody() {
        List<RouteTable.Route> routes = RouteTable.routes().stream()
                .filter(route -> route.path().matches("/api/lab/(strategies|runs|games|naive).*"))
                .toList();
        assertThat(routes).hasSizeGreaterThan(10);
        for (RouteTable.Route route : routes) {
            String path = route.path().replaceAll("\\{[^}]*}", "7");
            Arrays.asList(null, SignedTokens.shopper(3), SignedTokens.admin())
                    .forEach(token -> assertProblem(send(route.method(), path, token), 404, "not-found"));
        }
        assertThat(LOCK_LAB.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/lab/runs/7/events", "/api/lab/naive",
                "/api/lab/games/7/anything", "/api-docs/lock-lab",
                "/course/texts/en", "/course/texts/zh/chapters/01-the-race",
            })
    void answersNothingElseOfIt(String path) {
        assertStatus(send("HEAD", path, null), 404);
        assertProblem(client.get(path, SignedTokens.admin()), 404, "not-found");
    }

    @Test
    void tellsThePagesWhatIsNotThere() {
        assertThat(client.get("/", null).body())
                .contains("&quot;absent&quot;:[&quot;COUPONS&quot;,&quot;LOCK_LAB&quot;]", "&quot;small&quot;:true");
    }

    @Test
    void stillAnswersAllOthers() {
        assertStatus(client.get("/api/lab/crowds", SignedTokens.admin()), 200);
        assertStatus(client.get("/api/sales", null), 200);
        assertStatus(client.get("/api-docs/stock", null), 200);
    }
}
