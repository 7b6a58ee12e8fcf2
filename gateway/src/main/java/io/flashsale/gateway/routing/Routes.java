package io.flashsale.gateway.routing;

import static org.springframework.web.servlet.function.RequestPredicates.GET;
import static org.springframework.web.servlet.function.RequestPredicates.HEAD;
import static org.springframework.web.servlet.function.RequestPredicates.POST;
import static org.springframework.web.servlet.function.RequestPredicates.path;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.TokenHolder;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.edge.Refusal;
import io.flashsale.gateway.edge.Refusals;
import io.flashsale.gateway.revocation.RevokedTokens;
import io.flashsale.gateway.routing.RouteTable.Route;
import io.flashsale.gateway.upstream.Upstream;
import io.flashsale.gateway.upstream.UpstreamProperties;
import io.flashsale.gateway.upstream.Upstreams;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Lists all paths that pass, and who may use them. A path that is not named here is not found, whatever a service
 * offers. {@code admission} answers requests for a unit; they arrive here only if a service has to refuse them.
 */
@Configuration(proxyBeanMethods = false)
class Routes {

    /** Most used first: they are tried in turn. */
    private static final List<String> STOCK =
            List.of("/api/sales/**", "/api/admin/sales/**", "/api/admin/products/**", "/api/admin/changes/stock");

    private static final List<String> ORDER = List.of(
            "/api/orders/**",
            "/api/clicks/{traceId}/journey",
            "/api/messages/**",
            "/api/reminders/{saleId}",
            "/api/push/**",
            "/api/login",
            "/api/logout/**",
            "/api/accounts/**",
            "/api/payments/notifications",
            "/api/payments/methods",
            "/api/mock-provider/steps/**",
            "/.well-known/jwks.json",
            "/api/admin/shoppers/**",
            "/api/admin/accounts/{username}/logout",
            "/api/admin/dead-letters/**",
            "/api/admin/refunds/**",
            "/api/admin/orders/{id}/refund",
            "/api/admin/called-off-sales/{saleId}",
            "/api/admin/exports/**",
            "/api/admin/changes/orders");

    private static final List<String> COUPON =
            List.of("/api/coupons/**", "/api/admin/coupons/**", "/api/admin/changes/coupons");

    private static final List<String> CONTROL_ROOM =
            List.of("/api/lab/audit/**", "/api/lab/live/**", "/api/lab/crowds/**", "/api/admin/faults/**");

    private static final List<String> LOCK_LAB =
            List.of("/api/lab/strategies/**", "/api/lab/runs/**", "/api/lab/games/**", "/api/lab/naive/**");

    /** The texts of the course. They are public, like everything outside the API. */
    private static final String COURSE = "/course/texts/{language}/**";

    private static final String EVENTS = "/api/orders/{id}/events";

    /** The OpenAPI document of each service. It is public, like everything outside the paths above. */
    private static final String API_DOCS = "/v3/api-docs";

    private static final PathPatternRequestMatcher.Builder OF = PathPatternRequestMatcher.withDefaults();

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private static final String LIVE = "/api/lab/live/{saleId}";
    private static final String RUN_EVENTS = "/api/lab/runs/{id}/events";

    /** Accepts the log of a whole load test's clients, which is far larger than a shopper's body. */
    private static final String AUDIT = "/api/lab/audit/{saleId}";

    private static final String COUPON_AUDIT = "/api/lab/audit/coupons/{templateId}";

    private static final String NAIVE_AUDIT = "/api/lab/naive/audit/{saleId}";

    private final Upstreams services;

    Routes(Upstreams services) {
        this.services = services;
    }

    @Bean
    RouterFunction<ServerResponse> serviceRoutes(
            UpstreamProperties properties,
            RequestBodies bodies,
            Refusals refusals,
            ForwardedResponse.Bounds bounds,
            Ticker ticker) {
        Function<Upstream, Forwarding> to = service -> new Forwarding(service, bodies, refusals, bounds);
        Forwarding toStock = to.apply(services.stock());
        Forwarding toOrder = to.apply(services.order());
        Forwarding toCoupon = to.apply(services.coupon());
        Forwarding toControlRoom = to.apply(services.controlRoom());
        LargeBodies reports = new LargeBodies(properties.maxAuditBody(), ticker::read);
        var routes = RouterFunctions.route()
                .add(withoutHead(List.of(EVENTS, LIVE), refusals))
                .route(GET(EVENTS), toOrder.asStream())
                .route(GET(LIVE), toControlRoom.asStream())
                .route(POST(AUDIT), toControlRoom.passingOn(reports))
                .route(POST(COUPON_AUDIT), toControlRoom.passingOn(reports))
                .add(all(STOCK, toStock))
                .add(all(ORDER, toOrder))
                .add(all(COUPON, toCoupon))
                .add(all(CONTROL_ROOM, toControlRoom))
                .route(GET("/api-docs/stock"), toStock.toPath(API_DOCS))
                .route(GET("/api-docs/order"), toOrder.toPath(API_DOCS))
                .route(GET("/api-docs/coupon"), toCoupon.toPath(API_DOCS))
                .route(GET("/api-docs/control-room"), toControlRoom.toPath(API_DOCS));
        services.lockLab()
                .map(to)
                .ifPresent(toLockLab -> routes.add(withoutHead(List.of(RUN_EVENTS), refusals))
                        .route(GET(RUN_EVENTS), toLockLab.asStream())
                        .route(POST(NAIVE_AUDIT), toLockLab.passingOn(reports))
                        .add(all(LOCK_LAB, toLockLab))
                        .route(path(COURSE), toLockLab)
                        .route(GET("/api-docs/lock-lab"), toLockLab.toPath(API_DOCS)));
        return routes.build();
    }

    private static RouterFunction<ServerResponse> all(List<String> paths, HandlerFunction<ServerResponse> to) {
        var routes = RouterFunctions.route();
        paths.forEach(pattern -> routes.route(path(pattern), to));
        return routes.build();
    }

    /**
     * Refuses HEAD on streams. A service would open the stream, but the HTTP client considers the answer complete
     * after its head. It would reuse the connection while the service still writes to it.
     */
    private static RouterFunction<ServerResponse> withoutHead(List<String> paths, Refusals refusals) {
        Refusal refusal = refusals.of(ProblemType.METHOD_NOT_ALLOWED);
        var routes = RouterFunctions.route();
        paths.forEach(pattern -> routes.route(HEAD(pattern), request -> onlyGet(refusal)));
        return routes.build();
    }

    private static ServerResponse onlyGet(Refusal refusal) {
        return ServerResponse.status(refusal.type().status())
                .allow(HttpMethod.GET)
                .build((request, response) -> {
                    refusal.writeTo(response);
                    return null;
                });
    }

    /** A path outside the API needs no token: it is a file of the storefront, or not found. */
    @Bean
    PublicPaths publicPaths() {
        return requests -> {
            requests.requestMatchers(noRoute(withLockLab())).permitAll();
            table(withLockLab()).forEach(route -> {
                var matching = requests.requestMatchers(calls(route));
                switch (route.access()) {
                    case EVERYBODY -> matching.permitAll();
                    case PERSON -> matching.hasAnyRole(Tokens.SHOPPER, Tokens.ADMIN);
                    case ADMINISTRATOR -> matching.hasRole(Tokens.ADMIN);
                }
            });
            // Refuses these paths before a byte of the body is read, and whatever the service would allow.
            requests.requestMatchers("/api/lab/audit/**", "/api/lab/live/**", "/api/lab/crowds/**")
                    .hasRole(Tokens.ADMIN);
        };
    }

    /** A stream outlives its token check, so streams of revoked tokens are closed. */
    @Bean
    RepeatedTask endingStreamsOfEndedSessions(OpenStreams streams, RevokedTokens ended) {
        return new RepeatedTask("streams-of-ended-sessions", CHECK_INTERVAL, () -> {
            Instant now = Instant.now();
            streams.endThoseOf(token -> ended.include(TokenHolder.of(token))
                    || !now.isBefore(Objects.requireNonNullElse(token.getExpiresAt(), Instant.MAX)));
        });
    }

    @Bean
    RepeatedTask endingAnswersThatNobodyReads(LargeAnswers large, KeptAnswers kept) {
        return new RepeatedTask("answers-that-nobody-reads", CHECK_INTERVAL, () -> {
            large.endSlowOnes();
            kept.endSlowOnes();
        });
    }

    /** Below {@code /api} only calls in the table or in a route are answered, whatever handlers exist. */
    @Bean
    UnknownCalls unknownCalls(Refusals refusals) {
        return new UnknownCalls(unknown(withLockLab()), refusals.of(ProblemType.NOT_FOUND));
    }

    private boolean withLockLab() {
        return services.lockLab().isPresent();
    }

    /** API calls that do not exist, such as those of the lock lab where it is absent. */
    static RequestMatcher unknown(boolean withLockLab) {
        RequestMatcher inTable = anyOf(table(withLockLab).map(Route::path));
        return new AndRequestMatcher(OF.matcher("/api/**"), noRoute(withLockLab), new NegatedRequestMatcher(inTable));
    }

    private static Stream<Route> table(boolean withLockLab) {
        return RouteTable.routes().stream().filter(route -> withLockLab || !isOfLockLab(route));
    }

    private static boolean isOfLockLab(Route route) {
        return LOCK_LAB.stream().anyMatch(paths -> route.path().startsWith(paths.replace("/**", "")));
    }

    /** A caller who may GET may also send HEAD. */
    private static RequestMatcher[] calls(Route route) {
        HttpMethod method = HttpMethod.valueOf(route.method());
        Stream<HttpMethod> methods =
                method.equals(HttpMethod.GET) ? Stream.of(method, HttpMethod.HEAD) : Stream.of(method);
        return methods.map(each -> OF.matcher(each, route.path())).toArray(RequestMatcher[]::new);
    }

    private static RequestMatcher noRoute(boolean withLockLab) {
        Stream<List<String>> routes = Stream.of(STOCK, ORDER, COUPON, CONTROL_ROOM, withLockLab ? LOCK_LAB : List.of());
        return new NegatedRequestMatcher(anyOf(routes.flatMap(List::stream)));
    }

    private static RequestMatcher anyOf(Stream<String> paths) {
        return new OrRequestMatcher(paths.<RequestMatcher>map(OF::matcher).toList());
    }
}
