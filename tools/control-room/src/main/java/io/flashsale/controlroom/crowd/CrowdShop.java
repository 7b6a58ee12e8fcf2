package io.flashsale.controlroom.crowd;

import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.ShopClientException;
import io.flashsale.client.ShopperClient;
import io.flashsale.client.UnexpectedAnswerException;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.entry.Challenge;
import io.flashsale.client.entry.Entered;
import io.flashsale.client.entry.Ticket;
import io.flashsale.client.entry.WaitingRoomStatus;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.OrderStatus;
import io.flashsale.client.order.QueuedOrder;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.client.sale.Sale;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The shop as a crowd uses it. Calls block, and throw {@link InterruptedException} when their thread is
 * interrupted.
 */
final class CrowdShop implements AutoCloseable {

    /** After so long a shopper counts as one without an answer. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;

    private final ShopClient client;

    CrowdShop(URI gateway, Duration connectTimeout, Duration timeout) {
        this.client = new ShopClient(gateway, connectTimeout, timeout);
    }

    /** @param value null unless it was accepted */
    record Response<T>(ShopAnswer answer, @Nullable T value) {}

    /** @throws ShopClientException if there is no valid answer */
    Optional<CrowdSale> find(long saleId) throws InterruptedException {
        return found(() -> client.sale(saleId)).map(CrowdSale::of);
    }

    /**
     * Requests new shoppers, who arrive one by one; empty if this installation creates none. The caller has to close
     * the stream.
     *
     * @throws ShopClientException if there is no valid answer
     */
    Optional<Stream<SimulatedShopper>> signUp(int count, String adminToken) throws InterruptedException {
        return found(() -> client.administrator(adminToken).makeShoppers(count));
    }

    private static <T> Optional<T> found(Supplier<Reply<T>> call) throws InterruptedException {
        try {
            Reply<T> reply = call.get();
            return reply.answer().status() == NOT_FOUND ? Optional.empty() : Optional.of(reply.orThrow());
        } catch (NoAnswerException noAnswer) {
            throwIfInterrupted();
            throw noAnswer;
        }
    }

    /** Whether every unit is reserved; false if the shop does not tell. */
    boolean isSoldOut(long saleId) throws InterruptedException {
        return send(() -> client.sale(saleId)).value() instanceof Sale sale && sale.state() == CampaignState.SOLD_OUT;
    }

    /** Returns which shoppers are served; empty if the shop does not tell. */
    Optional<WaitingRoomStatus> serving(long saleId) throws InterruptedException {
        return Optional.ofNullable(send(() -> client.serving(saleId)).value());
    }

    /** Clicks "buy" once, with or without a purchase ticket. */
    Response<QueuedOrder> reserve(long saleId, SimulatedShopper shopper, @Nullable String ticket)
            throws InterruptedException {
        return send(
                () -> ticket == null ? as(shopper).reserve(saleId) : as(shopper).reserve(saleId, ticket));
    }

    /** Requests a number in the waiting room. */
    Response<Entered> enter(long saleId, SimulatedShopper shopper, @Nullable String proof) throws InterruptedException {
        return send(() -> as(shopper).enter(saleId, proof));
    }

    /** Requests a purchase ticket. */
    Response<Ticket> ticket(long saleId, SimulatedShopper shopper, @Nullable String pass, @Nullable String proof)
            throws InterruptedException {
        return send(() -> as(shopper).ticket(saleId, pass, proof));
    }

    /** Returns the work to do before entry; empty if the shop does not tell. */
    Optional<Challenge> challenge(long saleId, SimulatedShopper shopper) throws InterruptedException {
        return Optional.ofNullable(send(() -> as(shopper).challenge(saleId)).value());
    }

    /** Pays the order; returns whether it is paid now. */
    boolean pay(long orderId, SimulatedShopper shopper) throws InterruptedException {
        return send(() -> as(shopper).pay(orderId)).value() instanceof Order order
                && order.status() == OrderStatus.PAID;
    }

    private ShopperClient as(SimulatedShopper shopper) {
        return client.shopper(shopper.token());
    }

    /** Turns failures of the connection into answers, because shoppers see them, too. */
    private static <T> Response<T> send(Supplier<Reply<T>> call) throws InterruptedException {
        try {
            Reply<T> reply = call.get();
            T value = reply instanceof Reply.Success<T>(T given, Answer _) ? given : null;
            return new Response<>(ShopAnswer.of(reply), value);
        } catch (UnexpectedAnswerException notUnderstood) {
            return new Response<>(ShopAnswer.unknown(ACCEPTED), null); // a refusal need not have a value
        } catch (NoAnswerException noAnswer) {
            throwIfInterrupted();
            return new Response<>(ShopAnswer.NONE, null);
        }
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
