package io.flashsale.client;

import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.coupon.CouponTemplate;
import io.flashsale.client.coupon.NewCouponTemplate;
import io.flashsale.client.order.Refund;
import io.flashsale.client.sale.NewProduct;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Product;
import io.flashsale.client.sale.Sale;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What an administrator may do. */
public final class AdminClient {

    private final Transport transport;
    private final String token;

    AdminClient(Transport transport, String token) {
        this.transport = transport;
        this.token = token;
    }

    /** All products that sales may be of. */
    public Reply<List<Product>> products() {
        return transport.list("/api/admin/products", token, Product[].class);
    }

    /** Makes a product; one more each time that this is called. */
    public Reply<Product> create(NewProduct product) {
        return transport.post("/api/admin/products", token, product, Product.class);
    }

    /** Makes a sale with its stock; one more each time that this is called. Refused if there is no such product. */
    public Reply<Sale> create(NewSale sale) {
        return transport.post("/api/admin/sales", token, sale, Sale.class);
    }

    /** Makes a coupon template; one more each time that this is called. */
    public Reply<CouponTemplate> create(NewCouponTemplate template) {
        return transport.post("/api/admin/coupons", token, template, CouponTemplate.class);
    }

    /** More units for a sale, each time that this is called. */
    public Reply<Sale> addStock(long saleId, long units) {
        return transport.post("/api/admin/sales/" + saleId + "/stock", token, Map.of("add", units), Sale.class);
    }

    /** Refunds: first those that are not made, newest first; at most so many. */
    public Reply<List<Refund>> refunds(int limit) {
        return transport
                .get("/api/admin/refunds?limit=" + limit, token, Refunds.class)
                .map(Refunds::items);
    }

    record Refunds(List<Refund> items) {}

    /** Has the payment provider asked for a refund again, now; may be repeated. Refused as {@code not-found} if there is none. */
    public Reply<Refund> retryRefund(long id) {
        return transport.post("/api/admin/refunds/" + id + "/retry", token, "", Refund.class);
    }

    /**
     * Accounts for a load test, with tokens and without passwords, as they are made; an installation that makes none refuses
     * with status 404. The stream has to be closed. Reading it throws {@link java.io.UncheckedIOException} when the
     * connection breaks, {@link UnexpectedAnswerException} when a line is no shopper.
     */
    public Reply<Stream<SimulatedShopper>> makeShoppers(int count) {
        return transport.lines("/api/admin/shoppers", token, Map.of("count", count), SimulatedShopper.class);
    }
}
