package io.flashsale.judge.shop;

import io.flashsale.judge.adapter.HttpAnswer;
import io.flashsale.judge.adapter.Placeholders;
import io.flashsale.judge.adapter.ShopAdapter.ShopRequest;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Sends requests to the shop, one by one; follows no redirect. */
public final class ShopHttp implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final String url;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    public ShopHttp(String url) {
        this.url = url;
    }

    /**
     * @param place of the request in the adapter, for messages
     * @throws CannotMeasureException if there is no answer
     */
    public HttpAnswer send(ShopRequest request, Placeholders values, String place) throws InterruptedException {
        String path = values.fill(request.path(), place + ".path");
        try {
            HttpRequest.Builder builder =
                    HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT);
            request.headers()
                    .forEach((name, value) -> builder.header(name, values.fill(value, place + ".headers." + name)));
            String body = request.body();
            builder.method(
                    request.method(),
                    body == null
                            ? BodyPublishers.noBody()
                            : BodyPublishers.ofString(values.fill(body, place + ".body")));
            HttpResponse<String> response = client.send(builder.build(), BodyHandlers.ofString());
            Map<String, List<String>> headers = new TreeMap<>();
            response.headers().map().forEach((name, all) -> headers.put(name.toLowerCase(Locale.ROOT), all));
            return new HttpAnswer(response.statusCode(), headers, response.body());
        } catch (IllegalArgumentException e) {
            throw new CannotMeasureException(place + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new CannotMeasureException(
                    "%s: %s %s got no answer (%s): does the shop run?"
                            .formatted(
                                    place,
                                    request.method(),
                                    url + path,
                                    e.getClass().getSimpleName()),
                    e);
        }
    }

    /** Whether a server answers there; a proxy that says that it has none (502 to 504) does not count. */
    public boolean answers() throws InterruptedException {
        try {
            int status = client.send(
                            HttpRequest.newBuilder(URI.create(url + "/"))
                                    .timeout(TIMEOUT)
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
            return status < 502 || status > 504;
        } catch (IOException unreachable) {
            return false;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
