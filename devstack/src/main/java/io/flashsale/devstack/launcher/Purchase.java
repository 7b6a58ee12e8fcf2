package io.flashsale.devstack.launcher;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** One shopper's way from a click to a paid order. */
final class Purchase {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Api api;
    private final String token;

    Purchase(Api api, String token) {
        this.api = api;
        this.token = token;
    }

    /** The order's id. Waits for a sale that is being prepared, and for one that opens this very second. */
    String reserve(String saleId) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Api.Answer answer = tryReserve(saleId);
        while (isSoonPossible(answer) && System.nanoTime() < deadline) {
            pause();
            answer = tryReserve(saleId);
        }
        return answer.require(202).body().path("orderId").asString();
    }

    Api.Answer tryReserve(String saleId) {
        return api.post("/api/sales/" + saleId + "/reservations", null, token);
    }

    private static boolean isSoonPossible(Api.Answer answer) {
        return switch (answer.problem()) {
            case "sale-warming-up", "sale-not-open", "rate-limited", "sale-not-found" -> true;
            default -> false;
        };
    }

    /** The order, by asking again and again; a failure if it does not get there. */
    JsonNode awaitStatus(String orderId, String status) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Api.Answer answer = order(orderId);
        while (!answer.body().path("status").asString("").equals(status) && System.nanoTime() < deadline) {
            pause();
            answer = order(orderId);
        }
        if (!answer.body().path("status").asString("").equals(status)) {
            throw new DemoFailedException("The order is not " + status + " within " + PATIENCE.toSeconds() + " s: "
                    + answer.status() + " " + answer.text());
        }
        return answer.body();
    }

    /** The states that the server sent up to this one; ends early when the stream does. */
    List<String> follow(String orderId, String status) {
        List<String> seen = new ArrayList<>();
        try (Stream<String> events = api.events("/api/orders/" + orderId + "/events", token)) {
            var iterator = events.iterator();
            while (!seen.contains(status) && iterator.hasNext()) {
                String data = iterator.next();
                String sent = Api.parse(data).path("status").asString(data);
                seen.add(sent);
            }
        }
        return seen;
    }

    JsonNode pay(String orderId) {
        return api.post("/api/orders/" + orderId + "/payment", java.util.Map.of(), token)
                .require(200)
                .body();
    }

    private Api.Answer order(String orderId) {
        return api.get("/api/orders/" + orderId, token);
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailedException("Interrupted while waiting for an order", e);
        }
    }
}
