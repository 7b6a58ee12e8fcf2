package io.flashsale.client;

import io.flashsale.client.account.Account;
import io.flashsale.client.account.Session;
import io.flashsale.client.coupon.CouponTemplate;
import io.flashsale.client.entry.Serving;
import io.flashsale.client.sale.Sale;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What everybody may do in the shop, and the way to what shoppers and administrators may. For any number of threads; a call
 * blocks its thread, and ends early with a {@link NoAnswerException} when that is interrupted.
 *
 * <p>Nothing is tried again: whoever wants that knows best what for, and how long.
 */
public final class ShopClient implements AutoCloseable {

    private final Transport transport;

    /**
     * @param gateway without a path, such as {@code http://localhost:8080}
     * @param connectTimeout how long opening a connection may take
     * @param answerTimeout how long the first bytes of an answer may take, the opening of a connection included
     */
    public ShopClient(URI gateway, Duration connectTimeout, Duration answerTimeout) {
        this.transport = new Transport(gateway, connectTimeout, answerTimeout);
    }

    /** A new account; refused as {@code username-taken} if the name is not free. */
    public Reply<Account> signUp(String username, String password) {
        return transport.post("/api/accounts", null, credentials(username, password), Account.class);
    }

    /** Refused as {@code bad-credentials} if name and password do not belong together. */
    public Reply<Session> logIn(String username, String password) {
        return transport.post("/api/login", null, credentials(username, password), Session.class);
    }

    private static Map<String, String> credentials(String username, String password) {
        return Map.of("username", username, "password", password);
    }

    /** Sales that run, will run or ran lately. */
    public Reply<List<Sale>> sales() {
        return transport.list("/api/sales", null, Sale[].class);
    }

    /** One sale; refused as {@code sale-not-found} if there is none. */
    public Reply<Sale> sale(long id) {
        return transport.get("/api/sales/" + id, null, Sale.class);
    }

    /** Who is served in the waiting room of a sale; refused as {@code entry-not-needed} where there is none. */
    public Reply<Serving> serving(long saleId) {
        return transport.get("/api/sales/" + saleId + "/entry/serving", null, Serving.class);
    }

    /** Coupons that can be claimed, will be, or could be lately. */
    public Reply<List<CouponTemplate>> coupons() {
        return transport.list("/api/coupons", null, CouponTemplate[].class);
    }

    /** The shop in the name of whoever's token this is. */
    public ShopperClient shopper(String token) {
        return new ShopperClient(transport, token);
    }

    /** The shop in the name of an administrator; others are refused as {@code forbidden}. */
    public AdminClient administrator(String token) {
        return new AdminClient(transport, token);
    }

    /**
     * Any call, whatever is answered.
     *
     * @param path from the root, with the query
     * @param json the body, which need not be JSON
     * @throws NoAnswerException if nobody answered in time
     */
    public Answer call(String method, String path, @Nullable String token, @Nullable String json) {
        return send(transport.request(method, path, token, json).build());
    }

    /** A request of one's own, to be completed and to be given to {@link #send}; it has the time-out of the others. */
    public HttpRequest.Builder request(String path) {
        return transport.request(path);
    }

    /** @throws NoAnswerException if nobody answered in time */
    public Answer send(HttpRequest request) {
        return transport.send(request);
    }

    /** Closes all connections; calls that are under way end with a {@link NoAnswerException}. */
    @Override
    public void close() {
        transport.close();
    }
}
