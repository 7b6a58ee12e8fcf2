package io.flashsale.client;

import io.flashsale.client.account.Account;
import io.flashsale.client.account.Session;
import io.flashsale.client.coupon.CouponTemplate;
import io.flashsale.client.entry.WaitingRoomStatus;
import io.flashsale.client.sale.Sale;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that everybody may make, and access to those of shoppers and administrators.
 *
 * <p>Safe for any number of threads. A call blocks its thread, and ends early with a {@link NoAnswerException} when
 * the thread is interrupted.
 *
 * <p>Does not retry: only the caller knows whether and how long a retry makes sense.
 */
public final class ShopClient implements AutoCloseable {

    private final Transport transport;

    /**
     * @param gateway without a path, such as {@code http://localhost:8080}
     * @param connectTimeout how long opening a connection may take
     * @param answerTimeout how long the first bytes of an answer may take, including the opening of a connection
     */
    public ShopClient(URI gateway, Duration connectTimeout, Duration answerTimeout) {
        this.transport = new Transport(gateway, connectTimeout, answerTimeout);
    }

    /** Creates an account; refused as {@code username-taken} if the name is not free. */
    public Reply<Account> signUp(String username, String password) {
        return transport.post("/api/accounts", null, credentials(username, password), Account.class);
    }

    /** Logs in; refused as {@code bad-credentials} if name and password do not match. */
    public Reply<Session> logIn(String username, String password) {
        return transport.post("/api/login", null, credentials(username, password), Session.class);
    }

    private static Map<String, String> credentials(String username, String password) {
        return Map.of("username", username, "password", password);
    }

    /** Current, upcoming and recent sales. */
    public Reply<List<Sale>> sales() {
        return transport.list("/api/sales", null, Sale[].class);
    }

    /** One sale; refused as {@code sale-not-found} if there is none. */
    public Reply<Sale> sale(long id) {
        return transport.get("/api/sales/" + id, null, Sale.class);
    }

    /** The serving state of a sale's waiting room; refused as {@code entry-not-needed} where there is none. */
    public Reply<WaitingRoomStatus> serving(long saleId) {
        return transport.get("/api/sales/" + saleId + "/entry/serving", null, WaitingRoomStatus.class);
    }

    /** Coupons that can be claimed now, later, or until recently. */
    public Reply<List<CouponTemplate>> coupons() {
        return transport.list("/api/coupons", null, CouponTemplate[].class);
    }

    /** The calls of the shopper who owns this token. */
    public ShopperClient shopper(String token) {
        return new ShopperClient(transport, token);
    }

    /** The calls of an administrator; other tokens are refused as {@code forbidden}. */
    public AdminClient administrator(String token) {
        return new AdminClient(transport, token);
    }

    /**
     * Makes any call, and returns any answer.
     *
     * @param path from the root, with the query
     * @param json the body, which need not be JSON
     * @throws NoAnswerException if no answer came in time
     */
    public Answer call(String method, String path, @Nullable String token, @Nullable String json) {
        return send(transport.request(method, path, token, json).build());
    }

    /** Makes the same call with a time-out of its own. */
    public Answer call(
            String method, String path, @Nullable String token, @Nullable String json, Duration answerTimeout) {
        return send(transport
                .request(method, path, token, json)
                .timeout(answerTimeout)
                .build());
    }

    /** Starts a custom request for {@link #send}, with the usual time-out. */
    public HttpRequest.Builder request(String path) {
        return transport.request(path);
    }

    /** @throws NoAnswerException if no answer came in time */
    public Answer send(HttpRequest request) {
        return transport.send(request);
    }

    /** Closes all connections; calls in flight end with a {@link NoAnswerException}. */
    @Override
    public void close() {
        transport.close();
    }
}
