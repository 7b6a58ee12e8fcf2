package io.flashsale.client;

import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.coupon.CouponTemplate;
import io.flashsale.client.coupon.NewCouponTemplate;
import io.flashsale.client.order.Order;
import io.flashsale.client.sale.CalledOffSale;
import io.flashsale.client.sale.NewProduct;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Product;
import io.flashsale.client.sale.Sale;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The calls of an administrator. */
public final class AdminClient {

    private final Transport transport;
    private final String token;

    AdminClient(Transport transport, String token) {
        this.transport = transport;
        this.token = token;
    }

    /** All products available for sales. */
    public Reply<List<Product>> products() {
        return transport.list("/api/admin/products", token, Product[].class);
    }

    /** All products of which no sale can be made any more. */
    public Reply<List<Product>> withdrawnProducts() {
        return transport.list("/api/admin/products?withdrawn=true", token, Product[].class);
    }

    /** Creates a product, another one at each call. */
    public Reply<Product> create(NewProduct product) {
        return transport.post("/api/admin/products", token, product, Product.class);
    }

    /** Creates a sale with its stock, another one at each call. Refused for an unknown product. */
    public Reply<Sale> create(NewSale sale) {
        return transport.post("/api/admin/sales", token, sale, Sale.class);
    }

    /** Creates a coupon template, another one at each call. */
    public Reply<CouponTemplate> create(NewCouponTemplate template) {
        return transport.post("/api/admin/coupons", token, template, CouponTemplate.class);
    }

    /** Adds units to a sale, at each call. */
    public Reply<Sale> addStock(long saleId, long units) {
        return transport.post("/api/admin/sales/" + saleId + "/stock", token, Map.of("add", units), Sale.class);
    }

    /** Changes price and end of a sale; what is reserved keeps its price. */
    public Reply<Sale> change(long saleId, long priceCents, Instant closesAt) {
        return transport.patch(
                "/api/admin/sales/" + saleId,
                token,
                Map.of("priceCents", priceCents, "closesAt", closesAt.toString()),
                Sale.class);
    }

    /**
     * Gives the money for a paid order back; may be repeated.
     *
     * @param unitBack whether its unit goes back on sale
     */
    public Reply<Order> refund(long orderId, boolean unitBack) {
        return transport.post(
                "/api/admin/orders/" + orderId + "/refund", token, Map.of("unitsBack", unitBack), Order.class);
    }

    /**
     * Calls a sale off: its orders end, and what was paid goes back. May be repeated, to see how far that is. Does not
     * end the sale itself.
     *
     * @param unitsBack whether the units of paid orders go back on sale
     */
    public Reply<CalledOffSale> callOff(long saleId, boolean unitsBack) {
        return transport.post(
                "/api/admin/called-off-sales/" + saleId, token, Map.of("unitsBack", unitsBack), CalledOffSale.class);
    }

    /**
     * Creates accounts for a load test, with tokens and without passwords, and streams them. An installation
     * without this feature refuses with status 404. The stream must be closed. Reading it throws {@link
     * java.io.UncheckedIOException} when the connection breaks, and {@link UnexpectedAnswerException} when a line
     * is not a shopper.
     */
    public Reply<Stream<SimulatedShopper>> makeShoppers(int count) {
        return transport.lines("/api/admin/shoppers", token, Map.of("count", count), SimulatedShopper.class);
    }

    /**
     * Makes shoppers in the same way and returns them all.
     *
     * @throws NoAnswerException if the connection breaks before the last one
     */
    public Reply<List<SimulatedShopper>> shoppers(int count) {
        return makeShoppers(count).map(lines -> {
            try (lines) {
                return lines.toList();
            } catch (UncheckedIOException brokenOff) {
                throw new NoAnswerException("POST /api/admin/shoppers", brokenOff);
            }
        });
    }
}
