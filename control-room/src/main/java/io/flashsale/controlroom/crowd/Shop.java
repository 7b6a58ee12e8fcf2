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
import io.flashsale.client.entry.Serving;
import io.flashsale.client.entry.Ticket;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.OrderStatus;
import io.flashsale.client.order.Reservation;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.client.sale.Sale;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a crowd wants of the shop. Calls block, and end with an {@link InterruptedException} when their thread is
 * interrupted.
 */
final class Shop implements AutoCloseable {

    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;

    private final ShopClient client;

    Shop(URI gateway) {
        this.client = new ShopClient(gateway, Duration.ofSeconds(2), Duration.ofSeconds(10));
    }

    /** How the shop takes the wish for simulated shoppers. */
    sealed interface SignUp {

        /** They come one by one; the stream has to be read and closed. */
        record Coming(Stream<SimulatedShopper> shoppers) implements SignUp {}

        /** This installation makes none. */
        record NotOffered() implements SignUp {}

        /** The shop answers something else, or nothing. */
        record Unavailable() implements SignUp {}
    }

    /**
     * The response to a shopper, and what it gave.
     *
     * @param value null unless it was accepted
     */
    record Response<T>(ShopAnswer answer, @Nullable T value) {}

    /**
     * What the shop says of a sale; empty if it knows none such.
     *
     * @throws ShopClientException if it answers nothing, or something else
     */
    Optional<CrowdSale> find(long saleId) throws InterruptedException {
        try {
            Reply<Sale> reply = client.sale(saleId);
            return reply.answer().status() == NOT_FOUND ? Optional.empty() : Optional.of(CrowdSale.of(reply.orThrow()));
        } catch (NoAnswerException noAnswer) {
            throwIfInterrupted();
            throw noAnswer;
        }
    }

    /** Whether every unit is reserved; no if the shop does not say so. */
    boolean isSoldOut(long saleId) throws InterruptedException {
        return send(() -> client.sale(saleId)).value() instanceof Sale sale && sale.state() == CampaignState.SOLD_OUT;
    }

    /** Who is served; empty if the shop does not say so. */
    Optional<Serving> serving(long saleId) throws InterruptedException {
        return Optional.ofNullable(send(() -> client.serving(saleId)).value());
    }

    /** Asks for so many new shoppers in the name of the admin whose token it is. */
    SignUp signUp(int count, String adminToken) throws InterruptedException {
        try {
            return switch (client.administrator(adminToken).makeShoppers(count)) {
                case Reply.Success<Stream<SimulatedShopper>>(var shoppers, Answer _) -> new SignUp.Coming(shoppers);
                case Reply.Refusal<Stream<SimulatedShopper>>(Answer answer) ->
                    answer.status() == NOT_FOUND ? new SignUp.NotOffered() : new SignUp.Unavailable();
            };
        } catch (NoAnswerException noAnswer) {
            throwIfInterrupted();
            return new SignUp.Unavailable();
        }
    }

    /** Clicks "buy" once, with a purchase ticket or without. */
    Response<Reservation> reserve(long saleId, SimulatedShopper shopper, @Nullable String ticket)
            throws InterruptedException {
        return send(
                () -> ticket == null ? as(shopper).reserve(saleId) : as(shopper).reserve(saleId, ticket));
    }

    /** Asks for a number in the waiting room. */
    Response<Entered> enter(long saleId, SimulatedShopper shopper, @Nullable String proof) throws InterruptedException {
        return send(() -> as(shopper).enter(saleId, proof));
    }

    /** Asks for a purchase ticket. */
    Response<Ticket> ticket(long saleId, SimulatedShopper shopper, @Nullable String pass, @Nullable String proof)
            throws InterruptedException {
        return send(() -> as(shopper).ticket(saleId, pass, proof));
    }

    /** The work to do before entering; empty if the shop does not say. */
    Optional<Challenge> challenge(long saleId, SimulatedShopper shopper) throws InterruptedException {
        return Optional.ofNullable(send(() -> as(shopper).challenge(saleId)).value());
    }

    /** Whether the order is paid now. */
    boolean pay(long orderId, SimulatedShopper shopper) throws InterruptedException {
        return send(() -> as(shopper).pay(orderId)).value() instanceof Order order
                && order.status() == OrderStatus.PAID;
    }

    private ShopperClient as(SimulatedShopper shopper) {
        return client.shopper(shopper.token());
    }

    /** What goes wrong on the way is an answer too, since that is what a shopper sees of it. */
    private static <T> Response<T> send(Supplier<Reply<T>> call) throws InterruptedException {
        try {
            Reply<T> reply = call.get();
            T value = reply instanceof Reply.Success<T>(T given, Answer _) ? given : null;
            return new Response<>(ShopAnswer.of(reply), value);
        } catch (UnexpectedAnswerException notUnderstood) {
            return new Response<>(ShopAnswer.unknown(ACCEPTED), null); // of a refusal nothing is required
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
