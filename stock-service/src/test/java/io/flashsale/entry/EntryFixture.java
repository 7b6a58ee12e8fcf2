package io.flashsale.entry;

import static org.awaitility.Awaitility.await;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.stock.StockServiceFixture;
import java.time.Instant;
import java.util.Objects;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;

abstract class EntryFixture extends StockServiceFixture {

    @Autowired
    protected EntryScripts scripts;

    @Autowired
    protected EntryMapper entries;

    @Autowired
    protected EntryNumbers numbers;

    @Autowired
    @Qualifier("lookingAfterEntries")
    protected RepeatedTask rounds;

    @Autowired
    @Qualifier("lookingForUnpaidOrders")
    protected RepeatedTask looks;

    /** A sale with this entry and opening, whose entrance exists. */
    protected long sale(String entry, long units, Instant opensAt) {
        Answer created = call("POST", "/api/admin/sales", admin(), """
                {"title": "A sale", "priceCents": 100, "initialStock": %d, "opensAt": "%s", "entry": %s}
                """.formatted(units, opensAt, entry));
        if (created.status() != 201) {
            throw new AssertionError("not created: " + created.raw().body());
        }
        long id = withOpenGates(created);
        awaitEntrance(id);
        return id;
    }

    protected void awaitEntrance(long sale) {
        await().until(() -> scripts.look(sale).isPresent() || next(rounds));
    }

    /** Runs the next round of a task now, instead of within a second. */
    protected static boolean next(RepeatedTask task) {
        task.wake();
        return false;
    }

    protected Answer changeMode(long sale, String mode) {
        return change(sale, "\"entry\": {\"mode\": \"" + mode + "\"}");
    }

    protected static Instant later() {
        return Instant.now().plusSeconds(3_600);
    }

    protected static Instant open() {
        return Instant.now().minusSeconds(60);
    }

    protected Answer ticket(long sale, long user) {
        return ticket(sale, user, "");
    }

    protected Answer ticket(long sale, long user, String body) {
        return call("POST", "/api/sales/" + sale + "/entry/ticket", shopper(user), body);
    }

    protected Answer reserve(long sale, long user, String ticket) {
        return call("POST", "/api/sales/" + sale + "/reservations", shopper(user), "", "Purchase-Ticket", ticket);
    }

    /** Reserves a unit with the ticket, and returns the id of the order. */
    protected long reserved(long sale, long user, String ticket) {
        return orderOf(reserve(sale, user, ticket));
    }

    protected static String ticketOf(Answer answer) {
        if (answer.status() != 200) {
            throw new AssertionError("no ticket: " + answer.raw().body());
        }
        return answer.body().path("ticket").asString();
    }

    protected long numberOf(long sale, long user) {
        return Objects.requireNonNull(entries.find(sale, user)).number();
    }

    protected long givenUpTo(long sale) {
        return Objects.requireNonNull(entries.counter(sale)).givenUpTo();
    }

    /** Makes Redis forget the sale, like a new server that is up. */
    protected void forgetEverything(long sale) {
        String gate = EntryKeys.of(sale).gate();
        redis.getKeys().delete(gate);
        redis.getKeys().deleteByPattern(gate + ":*");
    }

    protected void setInGate(long sale, String field, String value) {
        redis.<String, String>getMap(EntryKeys.of(sale).gate(), StringCodec.INSTANCE)
                .put(field, value);
    }
}
