package io.flashsale.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shop through its gateway, as far as the bench prepares things there. */
final class Shop {

    private static final int SHOPPERS_A_CALL = 2_000;

    private final String url;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final JsonMapper json = new JsonMapper();
    private final String admin;

    Shop(String url) {
        this.url = url;
        this.admin = call("POST", "/api/login", "", "{\"username\":\"admin\",\"password\":\"admin-demo\"}", 200)
                .path("token")
                .asString();
    }

    record Shopper(long userId, String token) {}

    String url() {
        return url;
    }

    /** A sale that is open, with this many units. */
    long openSale(int units) {
        String id = call(
                        "POST",
                        "/api/admin/sales",
                        admin,
                        "{\"title\":\"Bench\",\"priceCents\":100,\"initialStock\":" + units + "}",
                        201)
                .path("id")
                .asString();
        return Long.parseLong(id);
    }

    /** A sale whose only unit is sold. */
    long soldOutSale(Shopper buyer) {
        long sale = openSale(1);
        reserve(sale, buyer);
        return sale;
    }

    void reserve(long sale, Shopper shopper) {
        call("POST", "/api/sales/" + sale + "/reservations", shopper.token(), "", 202);
    }

    /** Units of the sale that are reserved, sold or not. */
    long reserved(long sale) {
        JsonNode offer = call("GET", "/api/sales/" + sale, "", "", 200);
        return offer.path("initialStock").asLong() - offer.path("remaining").asLong();
    }

    /** New accounts with tokens. */
    List<Shopper> shoppers(int count) {
        List<Shopper> shoppers = new ArrayList<>(count);
        while (shoppers.size() < count) {
            int next = Math.min(SHOPPERS_A_CALL, count - shoppers.size());
            HttpRequest request = request("POST", "/api/admin/shoppers", admin, "{\"count\":" + next + "}");
            try (Stream<String> lines =
                    send(request, BodyHandlers.ofLines(), 200).body()) {
                lines.map(json::readTree)
                        .map(line -> new Shopper(
                                Long.parseLong(line.path("userId").asString()),
                                line.path("token").asString()))
                        .forEach(shoppers::add);
            }
        }
        return shoppers;
    }

    private JsonNode call(String method, String path, String token, String body, int expected) {
        return json.readTree(send(request(method, path, token, body), BodyHandlers.ofString(), expected)
                .body());
    }

    private HttpRequest request(String method, String path, String token, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        return token.isEmpty()
                ? request.build()
                : request.header("Authorization", "Bearer " + token).build();
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> as, int expected) {
        try {
            HttpResponse<T> answer = http.send(request, as);
            if (answer.statusCode() != expected) {
                throw new BenchFailedException(
                        request.method() + " " + request.uri() + " was answered " + answer.statusCode());
            }
            return answer;
        } catch (IOException e) {
            throw new BenchFailedException(request.method() + " " + request.uri() + " was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted", e);
        }
    }
}
