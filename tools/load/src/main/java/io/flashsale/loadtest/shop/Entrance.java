package io.flashsale.loadtest.shop;

import io.flashsale.loadtest.CannotMeasureException;
import io.flashsale.loadtest.verdict.Board;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The entrance of a sale that has a waiting room. */
public final class Entrance {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private Entrance() {}

    /**
     * Returns the public state of the waiting room. Waits until it exists, which takes a second or two for a new
     * sale.
     *
     * @throws CannotMeasureException if the sale has no waiting room, or it does not appear
     */
    public static Board await(Api api, String saleId) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            Api.Answer answer = api.get("/api/sales/" + saleId + "/entry/serving", null);
            if (answer.problem().equals("entry-not-needed")) {
                throw new CannotMeasureException(
                        "Sale " + saleId + " has no waiting room: leave out --sale to have one created.");
            }
            if (answer.status() != 503 || System.nanoTime() > end) {
                return Board.of(answer.require(200).body());
            }
            pause();
        }
    }

    /** Returns when the sale opens, by this machine's clock. */
    public static Instant opening(Api api, String saleId) {
        JsonNode sale = api.get("/api/sales/" + saleId, null).require(200).body();
        Instant now = Instant.parse(sale.path("serverTime").asString());
        return Instant.now()
                .plus(Duration.between(now, Instant.parse(sale.path("opensAt").asString())));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotMeasureException("Interrupted while the waiting room was being made.", e);
        }
    }
}
