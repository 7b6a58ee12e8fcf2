package io.flashsale.loadtest.shop;

import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.Account;
import io.flashsale.client.account.Session;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.crowd.Retries;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Shoppers with their own accounts and tokens. */
public record Shoppers(List<SimulatedShopper> all) {

    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int MAX_CONCURRENT = 16;

    /**
     * Creates shoppers: in one call if the system offers it, as the demo does, else by signing up and logging in
     * one by one.
     */
    public static Shoppers create(ShopClient shop, String adminToken, int count) throws InterruptedException {
        Reply<List<SimulatedShopper>> simulated = shop.administrator(adminToken).shoppers(count);
        if (simulated.answer().status() == NOT_FOUND) {
            return new Shoppers(signUp(shop, count));
        }
        List<SimulatedShopper> shoppers = simulated.orThrow();
        if (shoppers.size() != count) {
            throw new CannotMeasureException(
                    "Asked for %d shoppers, /api/admin/shoppers made %d: see the log of order-service."
                            .formatted(count, shoppers.size()));
        }
        return new Shoppers(shoppers);
    }

    private static List<SimulatedShopper> signUp(ShopClient shop, int count) throws InterruptedException {
        String run = UUID.randomUUID().toString().substring(0, 8);
        String password = UUID.randomUUID().toString();
        List<Callable<SimulatedShopper>> shoppers = IntStream.rangeClosed(1, count)
                .<Callable<SimulatedShopper>>mapToObj(i -> () -> signUp(shop, "load-" + run + "-" + i, password))
                .toList();
        return ShopperCrowd.atOnce(MAX_CONCURRENT, shoppers);
    }

    private static SimulatedShopper signUp(ShopClient shop, String name, String password) throws InterruptedException {
        Account account = unlessLimited(() -> shop.signUp(name, password));
        Session session = unlessLimited(() -> shop.logIn(name, password));
        return new SimulatedShopper(account.id(), name, session.token());
    }

    /** Retries more slowly: outside the demo, sign-ups per address are limited. */
    private static <T> T unlessLimited(Supplier<Reply<T>> call) throws InterruptedException {
        return Retries.<Reply<T>>until(
                        reply -> reply.answer().status() != TOO_MANY_REQUESTS,
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(1),
                        call)
                .orThrow();
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
