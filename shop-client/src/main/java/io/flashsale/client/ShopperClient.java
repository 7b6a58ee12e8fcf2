package io.flashsale.client;

import io.flashsale.client.coupon.Claim;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.Reservation;
import java.util.Map;
import java.util.stream.Stream;

/** What one shopper may do. The description of the API, at {@code /api-docs} of the gateway, names the refusals of each call. */
public final class ShopperClient {

    private static final String NO_BODY = "";

    private final Transport transport;
    private final String token;

    ShopperClient(Transport transport, String token) {
        this.transport = transport;
        this.token = token;
    }

    /** The click on "buy": once it is accepted one unit is taken, and an order is on its way. */
    public Reply<Reservation> reserve(long saleId) {
        return transport.post("/api/sales/" + saleId + "/reservations", token, NO_BODY, Reservation.class);
    }

    /** One of the shopper's orders. */
    public Reply<Order> order(long orderId) {
        return transport.get("/api/orders/" + orderId, token, Order.class);
    }

    /**
     * The order as it is now, and again after each change of its status, until a final one. The stream waits for what comes
     * next, and has to be closed. Reading it throws {@link java.io.UncheckedIOException} when the connection breaks.
     */
    public Reply<Stream<Order>> follow(long orderId) {
        return transport.events("/api/orders/" + orderId + "/events", token, Order.class);
    }

    /** Pays without a coupon; may be repeated. */
    public Reply<Order> pay(long orderId) {
        return transport.post("/api/orders/" + orderId + "/payment", token, NO_BODY, Order.class);
    }

    /** Pays with one of the shopper's coupons; may be repeated. */
    public Reply<Order> pay(long orderId, long couponId) {
        return transport.post(
                "/api/orders/" + orderId + "/payment", token, Map.of("couponId", Long.toString(couponId)), Order.class);
    }

    /** Gives the unit back, unless the order is paid; may be repeated. */
    public Reply<Order> cancel(long orderId) {
        return transport.post("/api/orders/" + orderId + "/cancellation", token, NO_BODY, Order.class);
    }

    /** Asks for one coupon of a template: once it is accepted a coupon is on its way. */
    public Reply<Claim> claim(long templateId) {
        return transport.post("/api/coupons/" + templateId + "/claims", token, NO_BODY, Claim.class);
    }
}
