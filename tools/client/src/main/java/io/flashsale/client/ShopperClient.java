package io.flashsale.client;

import io.flashsale.client.coupon.Claim;
import io.flashsale.client.entry.Challenge;
import io.flashsale.client.entry.Entered;
import io.flashsale.client.entry.Ticket;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.QueuedOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calls of one shopper. The API's description, at {@code /api-docs} of the gateway, lists each call's refusals. */
public final class ShopperClient {

    private static final String NO_BODY = "";
    private static final String PURCHASE_TICKET = "Purchase-Ticket";
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final String PURCHASE_PRICE = "Purchase-Price-Cents";

    private final Transport transport;
    private final String token;

    ShopperClient(Transport transport, String token) {
        this.transport = transport;
        this.token = token;
    }

    /** The click on "buy": once accepted, one unit is taken, and an order is on its way. */
    public Reply<QueuedOrder> reserve(long saleId) {
        return transport.post("/api/sales/" + saleId + "/reservations", token, NO_BODY, QueuedOrder.class);
    }

    /** The same click in a sale that asks for a purchase ticket. */
    public Reply<QueuedOrder> reserve(long saleId, String ticket) {
        return reserve(saleId, Map.of(PURCHASE_TICKET, ticket));
    }

    /** The same click, refused as {@code price-changed} unless the sale has this price. */
    public Reply<QueuedOrder> reserveAt(long priceCents, long saleId) {
        return reserve(saleId, Map.of(PURCHASE_PRICE, Long.toString(priceCents)));
    }

    /**
     * The same click with a name of the shopper's choice: all their clicks with this name get the same unit, as long as
     * the shop remembers it.
     */
    public Reply<QueuedOrder> reserveOnce(String key, long saleId) {
        return reserve(saleId, Map.of(IDEMPOTENCY_KEY, key));
    }

    private Reply<QueuedOrder> reserve(long saleId, Map<String, String> headers) {
        return transport.postWithHeaders("/api/sales/" + saleId + "/reservations", token, headers, QueuedOrder.class);
    }

    /** The work that a sale demands before it admits a shopper. */
    public Reply<Challenge> challenge(long saleId) {
        return transport.get("/api/sales/" + saleId + "/entry/proof", token, Challenge.class);
    }

    /**
     * Enters the waiting room and returns the shopper's number, the same at each call.
     *
     * @param proof of work, null for none
     */
    public Reply<Entered> enter(long saleId, @Nullable String proof) {
        return transport.post("/api/sales/" + saleId + "/entry", token, shown(null, proof), Entered.class);
    }

    /**
     * Returns the ticket that the shopper needs to buy, the same until it expires.
     *
     * @param pass of the shopper's number in a waiting room, null where there is none
     * @param proof of work, null for none
     */
    public Reply<Ticket> ticket(long saleId, @Nullable String pass, @Nullable String proof) {
        return transport.post("/api/sales/" + saleId + "/entry/ticket", token, shown(pass, proof), Ticket.class);
    }

    private static Object shown(@Nullable String pass, @Nullable String proof) {
        Map<String, String> body = new HashMap<>();
        if (pass != null) {
            body.put("pass", pass);
        }
        if (proof != null) {
            body.put("proof", proof);
        }
        return body.isEmpty() ? NO_BODY : body;
    }

    /** One of the shopper's orders. */
    public Reply<Order> order(long orderId) {
        return transport.get("/api/orders/" + orderId, token, Order.class);
    }

    /**
     * The order as it is now, and again after each change of its status, until a final one. The stream blocks until
     * the next change, and must be closed. Reading it throws {@link java.io.UncheckedIOException} when the
     * connection breaks.
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

    /** Claims one coupon of a template: once accepted, a coupon is on its way. */
    public Reply<Claim> claim(long templateId) {
        return transport.post("/api/coupons/" + templateId + "/claims", token, NO_BODY, Claim.class);
    }
}
