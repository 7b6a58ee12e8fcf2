package io.flashsale.system.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.Shop.User;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A sale that asks for tickets, as shoppers see it: only HTTP through the gateway. */
public final class TicketSale {

    public final Shop shop;
    public final long sale;

    /** A sale that exists. */
    public TicketSale(Shop shop, long sale) {
        this.shop = shop;
        this.sale = sale;
    }

    /** A shopper with a number, and the pass that proves the number. */
    public record Entered(User user, long number, String pass) {}

    /**
     * Makes a sale and waits for its entrance.
     *
     * @param mode TICKET, QUEUE or LOTTERY
     * @param rate places per second
     */
    public static TicketSale of(Shop shop, String mode, int units, int rate, Instant opensAt) {
        return made(shop, units, opensAt, "{\"mode\": \"%s\", \"rate\": %d}".formatted(mode, rate));
    }

    /**
     * Makes a sale and waits for its entrance; a shopper needs a proof of work to enter, or for a ticket.
     *
     * @param difficulty the highest number of hashes that the work takes
     */
    public static TicketSale afterWork(Shop shop, String mode, int units, long difficulty, Instant opensAt) {
        return made(shop, units, opensAt, "{\"mode\": \"%s\", \"difficulty\": %d}".formatted(mode, difficulty));
    }

    private static TicketSale made(Shop shop, int units, Instant opensAt, String entry) {
        TicketSale room = new TicketSale(shop, shop.makeSale("""
                {"title": "A sale to wait for", "priceCents": 100, "initialStock": %d, "opensAt": "%s", "entry": %s}
                """.formatted(units, opensAt, entry)));
        await().until(() -> room.serving().status() == 200);
        return room;
    }

    public Answer moveOpening(Instant opensAt) {
        return shop.amend(sale, "{\"opensAt\": \"" + opensAt + "\"}");
    }

    /** Opens the sale now; not possible for a lottery. */
    public void open() {
        Answer opened = moveOpening(Instant.now().minusSeconds(5));
        assertThat(opened.status()).as(opened.text()).isEqualTo(200);
    }

    /**
     * Opens a lottery at once, so that its places are drawn.
     *
     * <p>No call can do this: it changes the row as if the announced opening had come. Stock-service's own tests guard
     * the minute of notice.
     */
    public void openLottery(SystemRecords records) {
        String opened = "UPDATE flashsale_stock.sale SET opens_at = UTC_TIMESTAMP(3) - INTERVAL 5 SECOND WHERE id = ";
        assertThat(records.sql().sql(opened + sale).update()).isEqualTo(1);
        // A change of anything has the opening read again.
        Answer told = shop.amend(sale, "{\"title\": \"A drawn sale\"}");
        assertThat(told.status()).as(told.text()).isEqualTo(200);
    }

    public Answer serving() {
        return shop.call("GET", entry("/serving"), "", "");
    }

    /** The public state of the sale; repeats the call while the state is unknown. */
    public JsonNode board() {
        return ok(serving()).body();
    }

    public List<Entered> enter(List<User> users, int connections) {
        return Shop.each(users, connections, this::enter);
    }

    public Entered enter(User user) {
        JsonNode entered = ok(shop.post(entry(""), user)).body();
        return new Entered(
                user, entered.path("number").asLong(), entered.path("pass").asString());
    }

    /** The user's number and place, or the answer that they have none. */
    public Answer find(User user) {
        return shop.get(entry(""), user);
    }

    /** Asks for a ticket until accepted or refused. */
    public Answer ticket(User user, String pass) {
        return shop.call("POST", entry("/ticket"), user, "{\"pass\": \"" + pass + "\"}");
    }

    /** The shopper's ticket; repeats the call until their turn. */
    public String ticketInTurn(Entered who) {
        Answer given = await().until(
                        () -> ticket(who.user(), who.pass()),
                        answer -> !List.of("not-your-turn", "sale-not-open").contains(answer.problem()));
        return ok(given).body().path("ticket").asString();
    }

    /** Buys with a ticket: clicks until accepted or refused. */
    public Answer reserve(User user, String ticket) {
        return shop.send(shop.request("/api/sales/" + sale + "/reservations")
                .header("Authorization", "Bearer " + user.token())
                .header("Purchase-Ticket", ticket)
                .POST(BodyPublishers.noBody())
                .build());
    }

    private String entry(String path) {
        return "/api/sales/" + sale + "/entry" + path;
    }

    private static Answer ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }
}
