package io.flashsale.entry;

import static org.awaitility.Awaitility.await;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.stock.StockServiceFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import tools.jackson.databind.JsonNode;

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
        long id = withOpenGates(create(units, ", \"opensAt\": \"%s\", \"entry\": %s".formatted(opensAt, entry)));
        awaitEntrance(id);
        return id;
    }

    protected void awaitEntrance(long sale) {
        await().until(() -> scripts.look(sale).isPresent() || next(rounds));
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

    protected static String path(long sale) {
        return "/api/sales/" + sale + "/entry";
    }

    protected Answer enter(long sale, long user) {
        return call("POST", path(sale), shopper(user), "");
    }

    /** Enters all these users, many at the same time; returns what each got, in their sequence. */
    protected List<Entering.Entered> enterAll(long sale, EntryMode mode, LongStream users) throws Exception {
        List<Callable<Entering>> crowd = users.<Callable<Entering>>mapToObj(
                        user -> () -> numbers.enter(sale, user, mode, null))
                .toList();
        List<Entering.Entered> entered = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (Future<Entering> entering : threads.invokeAll(crowd)) {
                entered.add((Entering.Entered) entering.get());
            }
        }
        return entered;
    }

    /** What the shopper is told of their own entry. */
    protected Answer entry(long sale, long user) {
        return call("GET", path(sale), shopper(user), "");
    }

    protected JsonNode board(long sale) {
        return get(path(sale) + "/serving").body();
    }

    protected Answer ticket(long sale, long user) {
        return ticket(sale, user, "");
    }

    protected Answer ticket(long sale, long user, String body) {
        return call("POST", path(sale) + "/ticket", shopper(user), body);
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

    /** Waits until the entrance is there again after Redis was lost. */
    protected void awaitEntranceAnew(long sale) {
        placement.placeEverything(); // other tests left some, and no gate is rebuilt before they are placed
        await().until(() ->
                gates.state(sale).isPresent() ? scripts.look(sale).isPresent() || next(rounds) : next(warmUps));
    }
}
