package io.flashsale.loadtest.shop;

import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Shoppers with their own accounts and tokens. */
public record Shoppers(List<Shopper> all) {

    private static final int MAX_CONCURRENT = 16;

    public record Shopper(String userId, String username, String token) {}

    /**
     * Creates shoppers: in one call if the system offers it, as the demo does, else by signing up and logging in
     * one by one.
     */
    public static Shoppers create(Api api, String adminToken, int count) {
        Api.Answer simulated =
                api.send("POST", "/api/admin/shoppers", adminToken, Map.of("count", count), Duration.ofSeconds(120));
        if (simulated.status() == 200) {
            List<Shopper> shoppers = simulated
                    .text()
                    .lines()
                    .filter(line -> !line.isBlank())
                    .map(line -> shopper(Api.parse(line)))
                    .toList();
            if (shoppers.size() != count) {
                throw new CannotMeasureException(
                        "Asked for %d shoppers, /api/admin/shoppers made %d: see the log of order-service."
                                .formatted(count, shoppers.size()));
            }
            return new Shoppers(shoppers);
        }
        if (simulated.status() != 404) {
            simulated.require(200);
        }
        return new Shoppers(signUp(api, count));
    }

    private static Shopper shopper(JsonNode line) {
        return new Shopper(
                line.path("userId").asString(""),
                line.path("username").asString(""),
                line.path("token").asString(""));
    }

    private static List<Shopper> signUp(Api api, int count) {
        String run = UUID.randomUUID().toString().substring(0, 8);
        String password = UUID.randomUUID().toString();
        Semaphore permits = new Semaphore(MAX_CONCURRENT);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Shopper>> running = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                String name = "load-" + run + "-" + i;
                running.add(threads.submit(() -> {
                    permits.acquire();
                    try {
                        return signUp(api, name, password);
                    } finally {
                        permits.release();
                    }
                }));
            }
            List<Shopper> shoppers = new ArrayList<>();
            for (Future<Shopper> shopper : running) {
                shoppers.add(result(shopper, threads));
            }
            return shoppers;
        }
    }

    private static Shopper result(Future<Shopper> shopper, ExecutorService threads) {
        try {
            return shopper.get();
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
            throw new CannotMeasureException("Interrupted while shoppers were signed up.", e);
        } catch (ExecutionException e) {
            threads.shutdownNow();
            throw e.getCause() instanceof CannotMeasureException why
                    ? why
                    : new CannotMeasureException("Signing up shoppers failed: " + e.getCause(), e);
        }
    }

    private static Shopper signUp(Api api, String name, String password) throws InterruptedException {
        Map<String, String> credentials = Map.of("username", name, "password", password);
        JsonNode account = unlessLimited(() -> api.post("/api/accounts", null, credentials))
                .require(201)
                .body();
        JsonNode login = unlessLimited(() -> api.post("/api/login", null, credentials))
                .require(200)
                .body();
        return new Shopper(
                account.path("id").asString(""), name, login.path("token").asString(""));
    }

    /** Retries more slowly: outside the demo, sign-ups per address are limited. */
    private static Api.Answer unlessLimited(Supplier<Api.Answer> call) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Api.Answer answer = call.get();
            if (answer.status() != 429 || attempt == 60) {
                return answer;
            }
            Thread.sleep(Duration.ofSeconds(1));
        }
    }

    /**
     * Writes JSON lines for the plans. The order of fields matters, because plans split the lines at quotation
     * marks.
     */
    public void write(Path file) {
        List<String> lines = all.stream()
                .map(shopper -> "{\"userId\":\"%s\",\"username\":\"%s\",\"token\":\"%s\"}"
                        .formatted(shopper.userId(), shopper.username(), shopper.token()))
                .toList();
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
