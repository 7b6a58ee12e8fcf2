package io.flashsale.controlroom.crowd;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The shop as its customers reach it: through the gateway and nothing else. Calls block, and end early when their thread
 * is interrupted.
 */
final class Shop implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final Pattern SLUG = Pattern.compile("[a-z][a-z-]{0,40}");

    private final URI gateway;
    private final JsonMapper json;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    Shop(URI gateway, JsonMapper json) {
        this.gateway = gateway;
        this.json = json;
    }

    /** How the shop takes the wish for simulated shoppers. */
    sealed interface SignUp {

        /** The accounts come one by one; each line has to be read. */
        record Coming(HttpResponse<InputStream> accounts) implements SignUp {}

        /** This installation makes none. */
        record NotOffered() implements SignUp {}

        /** The shop answers something else, or nothing ({@code status} 0). */
        record Unavailable(int status) implements SignUp {}
    }

    /** Whether the shop knows the sale. */
    boolean knows(long saleId) throws IOException, InterruptedException {
        return http.send(request("/api/sales/" + saleId).GET().build(), BodyHandlers.discarding())
                        .statusCode()
                != 404;
    }

    /** Asks for so many new shoppers in the name of the admin whose token it is. */
    SignUp signUp(int count, String adminToken) throws InterruptedException {
        HttpRequest wish = request("/api/admin/shoppers")
                .header("Authorization", "Bearer " + adminToken)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"count\":" + count + "}"))
                .build();
        try {
            HttpResponse<InputStream> answer = http.send(wish, BodyHandlers.ofInputStream());
            if (answer.statusCode() == 200) {
                return new SignUp.Coming(answer);
            }
            answer.body().close();
            return answer.statusCode() == 404 ? new SignUp.NotOffered() : new SignUp.Unavailable(answer.statusCode());
        } catch (IOException unreachable) {
            return new SignUp.Unavailable(0);
        }
    }

    /**
     * All shoppers of the answer.
     *
     * @throws IOException if the shop breaks off, or says what is not understood
     */
    List<SimulatedShopper> read(SignUp.Coming coming, Runnable each) throws IOException {
        List<SimulatedShopper> shoppers = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(coming.accounts().body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    shoppers.add(json.readValue(line, SimulatedShopper.class));
                    each.run();
                }
            }
        } catch (JacksonException malformed) {
            throw new IOException("a line is no shopper", malformed);
        }
        return shoppers;
    }

    /** Clicks "buy" once. What goes wrong on the way is an answer too, since that is what a shopper sees of it. */
    ShopAnswer reserve(long saleId, SimulatedShopper shopper) throws InterruptedException {
        HttpRequest click = request("/api/sales/" + saleId + "/reservations")
                .header("Authorization", "Bearer " + shopper.token())
                .POST(BodyPublishers.noBody())
                .build();
        try {
            HttpResponse<byte[]> answer = http.send(click, BodyHandlers.ofByteArray());
            return understand(answer.statusCode(), answer.body());
        } catch (IOException noAnswer) {
            return ShopAnswer.NONE;
        }
    }

    private ShopAnswer understand(int status, byte[] body) {
        JsonNode content;
        try {
            content = json.readTree(body);
        } catch (JacksonException notJson) {
            return ShopAnswer.unknown(status);
        }
        if (status == 202) {
            return ShopAnswer.accepted(content.path("orderId").asString(""));
        }
        String slug = content.path("type").asString("").replace("/problems/", "");
        return SLUG.matcher(slug).matches() ? new ShopAnswer(status, slug, "") : ShopAnswer.unknown(status);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(gateway.resolve(path)).timeout(ANSWER_TIMEOUT);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
