package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.entry.sale.EntryMode;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;

/** An overloaded shop serves its waiting rooms more slowly, wherever the overload is. */
@Tag("weekly")
class StrainIT extends QueueFixture {

    private static final int RATE = 64;
    private static final int WAITING = 300;

    private long shedElsewhere;
    private long lastShopper;

    private long waitingRoom() throws Exception {
        long sale = sale("{\"mode\": \"QUEUE\", \"rate\": " + RATE + "}", WAITING, later());
        enterAll(sale, EntryMode.QUEUE, LongStream.rangeClosed(1, WAITING));
        return sale;
    }

    private EntryState look(long sale) {
        return scripts.look(sale).orElseThrow();
    }

    /** Plays another instance of this service that reports shed requests. */
    private void shedElsewhere() {
        redis.<String, String>getMap(EntryKeys.strain(), StringCodec.INSTANCE)
                .put("another", System.currentTimeMillis() + ":0 " + ++shedElsewhere + " 0 0 0 0 0 0 0");
    }

    private Answer gatewayTells(long sale, int shed) {
        long user = ++lastShopper;
        AdmissionCall call =
                new AdmissionCall(List.of(new AdmissionCall.Line(sale, user, "of-shopper-" + user, null)), shed);
        return call("POST", AdmissionCall.PATH, gateway(), json.writeValueAsString(call));
    }

    /** Runs the rounds by hand: each serves a second's places, however long it takes. */
    @Test
    void shouldServeSlowerWhileAnotherInstanceHasTooMuchToDo() throws Exception {
        long sale = waitingRoom();
        rounds.stop();
        try {
            open(sale);
            AtomicInteger slow = new AtomicInteger();
            await().until(() -> {
                EntryState before = look(sale);
                shedElsewhere();
                entryRounds.run();
                EntryState after = look(sale);
                long served = after.serving() - before.serving();
                assertThat(served).as("served in one round").isLessThanOrEqualTo(after.pace());
                return served == 1 && after.pace() == 1 && slow.incrementAndGet() == 4;
            });
        } finally {
            rounds.start();
        }
        awaitServing(sale, WAITING);
        await().until(() -> look(sale).pace() > RATE / 4 || next(rounds));
    }

    @Test
    void shouldServeSlowerWhileAGatewayTellsThatItSheds() throws Exception {
        long sale = waitingRoom();
        open(sale);
        long open = openSale(1_000);
        double before = meters.get("flashsale.reservations.shed").counter().count();
        await().until(() -> gatewayTells(open, 3).status() == 200);
        assertThat(meters.get("flashsale.reservations.shed").counter().count()).isGreaterThanOrEqualTo(before + 3);
        await().until(() -> {
            gatewayTells(open, 1);
            return look(sale).pace() <= RATE / 8;
        });
        assertThat(gatewayTells(open, -1).problem()).isEqualTo("invalid-request");
        awaitServing(sale, WAITING);
    }

    @Test
    void shouldTimeThoseWhoEnterAndFetchTickets() {
        long sale = sale(QUEUE, 1, open());
        ticketOnce(sale, 1, pass(sale, 1));
        for (String uri : List.of("/api/sales/{saleId}/entry", "/api/sales/{saleId}/entry/ticket")) {
            assertThat(meters.get("http.server.requests")
                            .tags("uri", uri, "method", "POST")
                            .timer()
                            .count())
                    .isPositive();
        }
    }
}
