package io.flashsale.controlroom.crowd;

import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.UnexpectedAnswerException;
import io.flashsale.client.account.SimulatedShopper;
import java.net.URI;
import java.time.Duration;
import java.util.stream.Stream;

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
     * Whether the shop knows the sale.
     *
     * @throws NoAnswerException if it does not answer
     */
    boolean knows(long saleId) throws InterruptedException {
        try {
            return client.call("GET", "/api/sales/" + saleId, null, null).status() != NOT_FOUND;
        } catch (NoAnswerException noAnswer) {
            throwIfInterrupted();
            throw noAnswer;
        }
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

    /** Clicks "buy" once. What goes wrong on the way is an answer too, since that is what a shopper sees of it. */
    ShopAnswer reserve(long saleId, SimulatedShopper shopper) throws InterruptedException {
        try {
            return ShopAnswer.of(client.shopper(shopper.token()).reserve(saleId));
        } catch (UnexpectedAnswerException notUnderstood) {
            return ShopAnswer.unknown(ACCEPTED); // of a refusal nothing is required
        } catch (NoAnswerException noAnswer) {
            throwIfInterrupted();
            return ShopAnswer.NONE;
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
