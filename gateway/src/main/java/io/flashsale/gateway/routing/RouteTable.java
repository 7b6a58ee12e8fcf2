package io.flashsale.gateway.routing;

import static io.flashsale.gateway.routing.RouteTable.Access.ADMINISTRATOR;
import static io.flashsale.gateway.routing.RouteTable.Access.EVERYBODY;
import static io.flashsale.gateway.routing.RouteTable.Access.PERSON;

import java.util.List;

/**
 * Lists every call of the API and who may make it.
 *
 * <p>The gateway refuses by this table before it reads a body. Services check for themselves as well, because
 * others may reach them. A call that is offered but not listed here fails the build. A GET route admits HEAD, too.
 *
 * <p>A path of the API that is not listed is open to logged-in persons, and below {@code /api/admin} to
 * administrators; the service then answers 404.
 */
public final class RouteTable {

    /** The path at which the gateway itself offers logging in and out. */
    private static final String SESSION = "/api/session";

    private static final String GET = "GET";
    private static final String POST = "POST";
    private static final String PATCH = "PATCH";
    private static final String DELETE = "DELETE";

    /** The callers that a route admits. */
    public enum Access {
        /** Everybody, logged in or not. */
        EVERYBODY,
        /** Shoppers and administrators. */
        PERSON,
        ADMINISTRATOR
    }

    /** One call; a part of the path in braces matches anything. */
    public record Route(String method, String path, Access access) {}

    private static final List<Route> ROUTES = List.of(
            new Route(GET, "/api/sales", EVERYBODY),
            new Route(GET, "/api/sales/{id}", EVERYBODY),
            new Route(POST, "/api/sales/{saleId}/reservations", PERSON),
            new Route(POST, "/api/sales/{saleId}/entry", PERSON),
            new Route(GET, "/api/sales/{saleId}/entry", PERSON),
            new Route(GET, "/api/sales/{saleId}/entry/proof", PERSON),
            new Route(POST, "/api/sales/{saleId}/entry/ticket", PERSON),
            new Route(GET, "/api/sales/{saleId}/entry/serving", EVERYBODY),
            new Route(POST, "/api/sales/{saleId}/waiting-list", PERSON),
            new Route(GET, "/api/sales/{saleId}/waiting-list", PERSON),
            new Route(DELETE, "/api/sales/{saleId}/waiting-list", PERSON),
            new Route(POST, "/api/admin/sales", ADMINISTRATOR),
            new Route(PATCH, "/api/admin/sales/{id}", ADMINISTRATOR),
            new Route(POST, "/api/admin/sales/{id}/stock", ADMINISTRATOR),
            new Route(GET, "/api/admin/sales/{saleId}/entry", ADMINISTRATOR),
            new Route(GET, "/api/admin/sales/{saleId}/entry/refusals", ADMINISTRATOR),
            new Route(GET, "/api/admin/products", ADMINISTRATOR),
            new Route(POST, "/api/admin/products", ADMINISTRATOR),
            new Route(PATCH, "/api/admin/products/{id}", ADMINISTRATOR),
            new Route(POST, "/api/accounts", EVERYBODY),
            new Route(POST, "/api/accounts/password", PERSON),
            new Route(GET, "/api/login", EVERYBODY),
            new Route(POST, "/api/login", EVERYBODY),
            new Route(POST, "/api/logout", PERSON),
            new Route(POST, "/api/logout/everywhere", PERSON),
            new Route(GET, "/.well-known/jwks.json", EVERYBODY),
            new Route(POST, "/api/payments/notifications", EVERYBODY),
            new Route(GET, "/api/payments/methods", EVERYBODY),
            new Route(GET, "/api/mock-provider/steps/{step}", EVERYBODY),
            new Route(POST, "/api/mock-provider/steps/{step}/confirmation", EVERYBODY),
            new Route(POST, "/api/mock-provider/steps/{step}/refusal", EVERYBODY),
            new Route(GET, "/api/orders", PERSON),
            new Route(GET, "/api/orders/{id}", PERSON),
            new Route(GET, "/api/orders/{id}/events", PERSON),
            new Route(GET, "/api/orders/{id}/journey", PERSON),
            new Route(GET, "/api/clicks/{traceId}/journey", PERSON),
            new Route(POST, "/api/orders/{id}/payment", PERSON),
            new Route(POST, "/api/orders/{id}/cancellation", PERSON),
            new Route(GET, "/api/messages", PERSON),
            new Route(GET, "/api/messages/unseen", PERSON),
            new Route(POST, "/api/messages/seen", PERSON),
            new Route(GET, "/api/reminders/{saleId}", PERSON),
            new Route(POST, "/api/reminders/{saleId}", PERSON),
            new Route(DELETE, "/api/reminders/{saleId}", PERSON),
            new Route(GET, "/api/push/key", PERSON),
            new Route(POST, "/api/push/subscriptions", PERSON),
            new Route(POST, "/api/admin/shoppers", ADMINISTRATOR),
            new Route(POST, "/api/admin/accounts/{username}/logout", ADMINISTRATOR),
            new Route(GET, "/api/admin/dead-letters", ADMINISTRATOR),
            new Route(POST, "/api/admin/dead-letters/{topic}/{partition}/{offset}/replay", ADMINISTRATOR),
            new Route(POST, "/api/admin/dead-letters/{topic}/{partition}/{offset}/reject", ADMINISTRATOR),
            new Route(GET, "/api/admin/refunds", ADMINISTRATOR),
            new Route(POST, "/api/admin/refunds/{id}/retry", ADMINISTRATOR),
            new Route(POST, "/api/admin/orders/{id}/refund", ADMINISTRATOR),
            new Route(POST, "/api/admin/called-off-sales/{saleId}", ADMINISTRATOR),
            new Route(GET, "/api/admin/called-off-sales/{saleId}", ADMINISTRATOR),
            new Route(GET, "/api/admin/exports/orders", ADMINISTRATOR),
            new Route(GET, "/api/admin/exports/refunds", ADMINISTRATOR),
            new Route(GET, "/api/admin/changes/stock", ADMINISTRATOR),
            new Route(GET, "/api/admin/changes/orders", ADMINISTRATOR),
            new Route(GET, "/api/admin/changes/coupons", ADMINISTRATOR),
            new Route(GET, "/api/coupons", EVERYBODY),
            new Route(GET, "/api/coupons/mine", PERSON),
            new Route(POST, "/api/coupons/{templateId}/claims", PERSON),
            new Route(POST, "/api/admin/coupons", ADMINISTRATOR),
            new Route(PATCH, "/api/admin/coupons/{id}", ADMINISTRATOR),
            new Route(GET, "/api/lab/audit/{saleId}", ADMINISTRATOR),
            new Route(GET, "/api/lab/audit/{saleId}/csv", ADMINISTRATOR),
            new Route(POST, "/api/lab/audit/{saleId}", ADMINISTRATOR),
            new Route(GET, "/api/lab/audit/coupons/{templateId}", ADMINISTRATOR),
            new Route(POST, "/api/lab/audit/coupons/{templateId}", ADMINISTRATOR),
            new Route(GET, "/api/lab/live/{saleId}", ADMINISTRATOR),
            new Route(GET, "/api/lab/live/{saleId}/snapshot", ADMINISTRATOR),
            new Route(GET, "/api/lab/crowds", ADMINISTRATOR),
            new Route(POST, "/api/lab/crowds", ADMINISTRATOR),
            new Route(GET, "/api/lab/crowds/{id}", ADMINISTRATOR),
            new Route(DELETE, "/api/lab/crowds/{id}", ADMINISTRATOR),
            new Route(GET, "/api/admin/faults", ADMINISTRATOR),
            new Route(POST, "/api/admin/faults", ADMINISTRATOR),
            new Route(POST, "/api/admin/faults/heal", ADMINISTRATOR),
            new Route(GET, "/api/admin/faults/reading/{document}", ADMINISTRATOR),
            new Route(GET, "/api/lab/strategies", EVERYBODY),
            new Route(GET, "/api/lab/strategies/{id}/source", EVERYBODY),
            new Route(GET, "/api/lab/runs", EVERYBODY),
            new Route(POST, "/api/lab/runs", PERSON),
            new Route(GET, "/api/lab/runs/{id}", EVERYBODY),
            new Route(DELETE, "/api/lab/runs/{id}", PERSON),
            new Route(GET, "/api/lab/runs/{id}/events", EVERYBODY),
            new Route(GET, "/api/lab/games", EVERYBODY),
            new Route(POST, "/api/lab/games", PERSON),
            new Route(GET, "/api/lab/games/{id}", PERSON),
            new Route(DELETE, "/api/lab/games/{id}", PERSON),
            new Route(POST, "/api/lab/games/{id}/moves", PERSON),
            new Route(POST, "/api/lab/naive/sales", ADMINISTRATOR),
            new Route(GET, "/api/lab/naive/sales/{id}", PERSON),
            new Route(POST, "/api/lab/naive/sales/{id}/reservations", PERSON),
            new Route(GET, "/api/lab/naive/audit/{saleId}", ADMINISTRATOR),
            new Route(POST, "/api/lab/naive/audit/{saleId}", ADMINISTRATOR),
            new Route(GET, SESSION, EVERYBODY),
            new Route(POST, SESSION, EVERYBODY),
            new Route(DELETE, SESSION, EVERYBODY),
            new Route(POST, SESSION + "/provider", EVERYBODY),
            new Route(GET, SESSION + "/provider/callback", EVERYBODY));

    private RouteTable() {}

    public static List<Route> routes() {
        return ROUTES;
    }
}
