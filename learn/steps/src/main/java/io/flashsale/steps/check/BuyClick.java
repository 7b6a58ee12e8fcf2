package io.flashsale.steps.check;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A shopper's click on <em>buy</em>, which may not be answered yet. */
final class BuyClick {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Much longer than any check holds a row or pauses a shop: a click that takes longer waits for ever. */
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final StepShop shop;
    private final String shopper;
    private final CompletableFuture<String> answer;

    BuyClick(StepShop shop, String user, StepTimeline timeline) {
        this.shop = shop;
        shopper = user + " at " + shop.name();
        timeline.add(shopper, "POST /buy");
        HttpRequest request = HttpRequest.newBuilder(URI.create(shop.url() + "/buy?user=" + user))
                .POST(HttpRequest.BodyPublishers.noBody())
                .timeout(LONGEST)
                .build();
        answer = HTTP.sendAsync(request, BodyHandlers.ofString()).handle((response, failure) -> {
            String text = failure == null ? text(response) : "no answer";
            timeline.add(shopper, text);
            return text;
        });
    }

    private static String text(HttpResponse<String> response) {
        return response.statusCode() == 500 ? "HTTP 500" : response.body();
    }

    StepShop shop() {
        return shop;
    }

    /** The name of the column in the drawing. */
    String shopper() {
        return shopper;
    }

    boolean isAnswered() {
        return answer.isDone();
    }

    /**
     * The name of a {@link io.flashsale.steps.BuyAnswer}, {@code HTTP 500} or {@code no answer}. Waits for it, three
     * minutes at most.
     */
    String answer() {
        return answer.join();
    }
}
