package io.flashsale.gateway.routing;

import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.Resource;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicate;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;

class RoutesTests extends GatewayTest {

    @ParameterizedTest
    @CsvSource({
        "GET, /api/sales, stock",
        "GET, /api/sales/7, stock",
        "POST, /api/sales/not-a-number/reservations, stock",
        "POST, /api/admin/sales, stock",
        "PATCH, /api/admin/sales/7, stock",
        "POST, /api/admin/sales/7/stock, stock",
        "GET, /api/admin/products, stock",
        "POST, /api/admin/products, stock",
        "POST, /api/accounts, order",
        "POST, /api/login, order",
        "GET, /api/orders/1, order",
        "GET, /api/admin/dead-letters, order",
        "POST, /api/orders/1/payment, order",
        "POST, /api/payments/notifications, order",
        "GET, /api/payments/methods, order",
        "GET, /api/mock-provider/steps/1, order",
        "POST, /api/mock-provider/steps/1/refusal, order",
        "GET, /.well-known/jwks.json, order",
        "POST, /api/admin/shoppers, order",
        "GET, /api/orders, order",
        "POST, /api/admin/dead-letters/reservations.dead-letter/0/17/replay, order",
        "GET, /api/admin/refunds, order",
        "POST, /api/admin/refunds/17/retry, order",
    })
    void leadToTheServiceThatAnswers(String method, String path, String service) {
        FakeService answering = service.equals("stock") ? STOCK : ORDER;
        answering.on(path, FakeService.json(200, "{\"service\":\"" + service + "\"}"));
        String target = path + "?page=1&q=a%20b";
        HttpResponse<String> answer = send(method, target, SignedTokens.admin());
        assertStatus(answer, 200);
        assertThat(answer.body()).contains(service);
        assertThat(answering.calls(target)).extracting(FakeService.Call::method).containsExactly(method);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/internal", "/internal/stock/deductions", "/error", "/index.htm",
                "/application.yaml", "/META-INF/MANIFEST.MF", "/assets/", "/images/none.svg",
                "/actuator", "/actuator/health", "/actuator/prometheus", "/.well-known/openid-configuration",
                "/api", "/api/", "/api/salesx", "/api/admin",
                "/api/admin/accounts", "/api/login/x", "/api/payments/other", "/v3/api-docs",
                "/api-docs/other", "/api-docs/page/none.js", "/api-docs/swagger-ui/none",
            })
    void leadNowhereElse(String path) {
        Arrays.asList(null, SignedTokens.shopper(3), SignedTokens.admin())
                .forEach(token -> assertProblem(client.get(path, token), 404, "not-found"));
        assertThat(STOCK.calls()).isEmpty();
        assertThat(ORDER.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//api//sales", "/api//sales",
                "/api/../internal/thing", "/api/sales/../../internal/thing",
                "/api/sales/%2e%2e/%2e%2e/internal/thing", "/api/sales/..%2f..%2finternal/thing",
                "/api/sales/%252e%252e/internal", "/api/sales/..;/..;/internal/thing",
                "/api/sales;jsessionid=1", "/api/sales/7;a=b/reservations",
                "/api/sales%2f7", "/api\\sales",
                "/api/sales/%5c..%5cinternal", "/api/sales/%00",
                "/api/sales/%0d%0aX-Injected:%201", "/course/texts/en/files/../application.yaml",
                "/course/texts/en/files/%2e%2e/application.yaml", "/course/texts/en/files/..%2fapplication.yaml",
                "/course/texts/en/files/%252e%252e/application.yaml", "/course/texts/en/files/..%5capplication.yaml",
                "/course/texts/en/files/..;/application.yaml", "/course/texts/en/files//etc/passwd",
                "/course/texts/en/files/%2fetc%2fpasswd", "/course/texts/en/files/docs/lock-lab.md%00.java",
                "/./internal/thing", "/internal/../internal/thing",
            })
    void areNotFooledByOddPaths(String path) {
        assertThat(rawGet(path, "Authorization: Bearer " + SignedTokens.admin()))
                .matches("(?s)HTTP/1.1 40[04] .*");
        assertThat(STOCK.calls()).isEmpty();
        assertThat(LOCK_LAB.calls()).isEmpty();
        assertThat(ORDER.calls()).isEmpty();
    }

    /** The course is for everybody, and browsers keep its texts. The shop's policy for answers holds for them, too. */
    @Test
    void leadToTheCourseInTheLockLabWithoutAToken() {
        String path = "/course/texts/en/files/docs/lock-lab.md";
        String tag = "W/\"0123456789abcdef\"";
        LOCK_LAB.on(path, FakeService.json(200, "{}", "ETag", tag, "Cache-Control", "no-cache"));
        HttpResponse<String> first = client.get(path, null);
        assertStatus(first, 200);
        assertThat(first.headers().allValues("ETag")).containsExactly(tag);
        assertThat(first.headers().allValues("Cache-Control")).containsExactly("no-cache");
        assertThat(first.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(first.headers().allValues("Content-Security-Policy"))
                .containsExactly("default-src 'none'; frame-ancestors 'none'");
        LOCK_LAB.on(path, FakeService.json(304, "", "ETag", tag, "Cache-Control", "no-cache"));
        HttpResponse<String> second = client.get(path, null, "If-None-Match", tag);
        assertStatus(second, 304);
        assertThat(second.headers().allValues("ETag")).containsExactly(tag);
        assertThat(LOCK_LAB.calls())
                .last()
                .satisfies(call ->
                        assertThat(call.headers().getFirst("If-None-Match")).isEqualTo(tag));
        assertThat(client.get("/course/texts/en", null).body()).contains("lock-lab");
    }

    @Test
    void forwardAnEncodedLetterAsItCame() {
        assertStatus(client.get("/api/s%61les", null), 200);
        assertThat(STOCK.calls()).extracting(FakeService.Call::target).containsExactly("/api/s%61les");
        assertProblem(client.get("/api/%61dmin/sales", SignedTokens.shopper(5)), 403, "forbidden");
    }

    /** Everything outside the API is public, so a new call must be added in the route table, too. */
    @Test
    void areThoseOfTheTableAndPublicDocuments(@Autowired ObjectProvider<RouterFunction<?>> routers) {
        List<String> paths = new ArrayList<>();
        routers.orderedStream().forEach(router -> router.accept(new Paths(paths)));
        assertThat(paths).hasSizeGreaterThan(20);
        assertThat(paths)
                .filteredOn(path -> RouteTable.routes().stream()
                        .noneMatch(route -> route.path().startsWith(path.replace("/**", ""))))
                .containsExactlyInAnyOrder(
                        "/api-docs/stock",
                        "/api-docs/order",
                        "/api-docs/coupon",
                        "/api-docs/control-room",
                        "/api-docs/lock-lab",
                        "/course/texts/{language}/**");
    }

    /** Collects the path of each route, and fails for a route without a path. */
    private record Paths(List<String> found) implements RouterFunctions.Visitor {

        private static final Pattern PATH = Pattern.compile("/[^ )]*");

        @Override
        public void route(RequestPredicate predicate, HandlerFunction<?> handler) {
            Matcher path = PATH.matcher(predicate.toString());
            assertThat(path.find()).as(predicate.toString()).isTrue();
            found.add(path.group());
        }

        @Override
        public void startNested(RequestPredicate predicate) {
            throw new AssertionError("the routes below " + predicate + " are not looked at");
        }

        @Override
        public void endNested(RequestPredicate predicate) {}

        @Override
        public void resources(Function<ServerRequest, Optional<Resource>> lookup) {
            throw new AssertionError("files are not looked at");
        }

        @Override
        public void attributes(Map<String, Object> attributes) {}

        @Override
        public void unknown(RouterFunction<?> router) {
            throw new AssertionError("nobody knows what passes by " + router);
        }
    }

    /** Written out, because RouteAccessTests takes the table's word for who may make a call. */
    @ParameterizedTest
    @CsvSource({
        "GET, /api/sales", "GET, /api/sales/7", "POST, /api/accounts",
        "POST, /api/login", "POST, /api/payments/notifications", "GET, /.well-known/jwks.json",
    })
    void areOpenToEverybody(String method, String path) {
        assertStatus(send(method, path, null), 200);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /api/sales/7/reservations", "POST, /api/sales", "DELETE, /api/sales/7",
        "GET, /api/sales/7/anything", "GET, /api/orders", "GET, /api/orders/1/events",
        "GET, /api/accounts", "GET, /api/admin/sales", "POST, /api/admin/products",
    })
    void askForATokenAlsoWhereTheTableNamesNoCall(String method, String path) {
        assertProblem(send(method, path, null), 401, "unauthenticated");
        assertThat(STOCK.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/admin/sales",
                "/api/admin/sales/7/stock",
                "/api/admin/products",
                "/api/admin/shoppers",
                "/api/admin/dead-letters"
            })
    void areForAdministratorsBelowTheirPathAlsoWhereTheTableNamesNoCall(String path) {
        assertProblem(client.post(path, SignedTokens.shopper(3), "{}"), 403, "forbidden");
        assertProblem(client.post(path, SignedTokens.service(), "{}"), 401, "unauthenticated");
        assertThat(STOCK.calls()).isEmpty();
        assertStatus(client.post(path, SignedTokens.admin(), "{}"), 200);
    }
}
