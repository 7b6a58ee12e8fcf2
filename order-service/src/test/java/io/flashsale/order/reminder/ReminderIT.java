package io.flashsale.order.reminder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.client.RestClientException;
import tools.jackson.databind.JsonNode;

/** Shoppers who asked hear that a sale opens soon, once, and only if it does. */
class ReminderIT extends OrderServiceFixture {

    @Autowired
    private ReminderScan scan;

    @Autowired
    private JdbcTemplate database;

    private static Instant in(Duration time) {
        return Instant.now().plus(time).truncatedTo(ChronoUnit.SECONDS);
    }

    private static long saleOpening(Instant opensAt) {
        long sale = newSale(1);
        STOCK.window(sale, opensAt, opensAt.plus(Duration.ofHours(1)));
        return sale;
    }

    private Answer ask(long sale, long user) {
        return call("POST", "/api/reminders/" + sale, token(user), null);
    }

    private boolean isAsked(long sale, long user) {
        return get("/api/reminders/" + sale, user).body().path("asked").asBoolean();
    }

    private List<JsonNode> messagesOf(long user) {
        return get("/api/messages", user).body().path("items").valueStream().toList();
    }

    /** The service's own look may be at work on them. */
    private List<JsonNode> awaitMessages(long user, int number) {
        return await().until(() -> messagesOf(user), messages -> messages.size() == number);
    }

    @Test
    void shouldBeAskedForAndTakenBackByEachShopperAlone() {
        long sale = saleOpening(in(Duration.ofDays(1)));
        long user = newId();
        assertThat(isAsked(sale, user)).isFalse();
        for (int i = 0; i < 2; i++) {
            assertThat(texts(ask(sale, user).body(), "asked", "secondsBefore")).containsExactly("true", "600");
        }
        scan.remind();
        assertThat(isAsked(sale, user)).isTrue();
        assertThat(isAsked(sale, newId())).isFalse();
        assertStatus(call("DELETE", "/api/reminders/" + sale, token(newId()), null), 200);
        assertThat(isAsked(sale, user)).isTrue();
        for (int i = 0; i < 2; i++) {
            Answer back = call("DELETE", "/api/reminders/" + sale, token(user), null);
            assertThat(back.text("asked")).isEqualTo("false");
        }
        STOCK.window(sale, in(Duration.ofMinutes(5)), in(Duration.ofHours(1)));
        scan.remind();
        assertThat(messagesOf(user)).isEmpty();
        assertProblem(ask(0, user), "invalid-request");
        assertProblem(call("POST", "/api/reminders/7", "", null), "unauthenticated");
    }

    @Test
    void shouldTellEachShopperOnceThoughTwoInstancesLook() {
        long sale = saleOpening(in(Duration.ofDays(1)));
        List<Long> users = LongStream.range(0, 1_200).mapToObj(n -> newId()).toList();
        database.batchUpdate(
                "INSERT INTO sale_reminder VALUES (?, ?, UTC_TIMESTAMP(3))",
                users.stream().map(user -> new Object[] {sale, user}).toList());
        try (ConfigurableApplicationContext other = startInstance(Map.of())) {
            ReminderScan another = other.getBean(ReminderScan.class);
            STOCK.window(sale, in(Duration.ofMinutes(9)), in(Duration.ofHours(1)));
            List<Callable<Boolean>> looks = List.of(() -> look(scan), () -> look(another), () -> look(scan));
            Together.run(looks);
            await().until(() -> number("SELECT COUNT(*) FROM sale_reminder WHERE sale_id = ?", sale) == 0);
        }
        assertThat(numbers("SELECT user_id FROM message WHERE kind = 'REMINDER' AND sale_id = ?", sale))
                .containsExactlyInAnyOrderElementsOf(users);
    }

    private static boolean look(ReminderScan scan) {
        scan.remind();
        return true;
    }

    @Test
    void shouldMoveWithTheOpening() {
        long user = newId();
        long sale = saleOpening(in(Duration.ofMinutes(60)));
        ask(sale, user);
        scan.remind();
        assertThat(messagesOf(user)).isEmpty();
        Instant earlier = in(Duration.ofMinutes(10));
        STOCK.window(sale, earlier, in(Duration.ofHours(1)));
        scan.remind();
        JsonNode message = awaitMessages(user, 1).getFirst();
        assertThat(texts(message, "kind", "saleId", "title", "at"))
                .containsExactly("REMINDER", Long.toString(sale), "Sale " + sale, earlier.toString());
        assertThat(isAsked(sale, user)).isFalse();
        scan.remind();
        assertThat(messagesOf(user)).hasSize(1);

        Instant later = in(Duration.ofMinutes(40));
        STOCK.window(sale, later, in(Duration.ofHours(1)));
        ask(sale, user);
        scan.remind();
        assertThat(messagesOf(user)).hasSize(1);
        STOCK.window(sale, later.minus(Duration.ofMinutes(35)), in(Duration.ofHours(1)));
        scan.remind();
        awaitMessages(user, 2);
    }

    @Test
    void shouldTellNothingOfASaleThatWillNotOpen() {
        long user = newId();
        long calledOff = saleOpening(in(Duration.ofMinutes(60)));
        long over = newSale(1);
        STOCK.window(over, in(Duration.ofHours(-2)), in(Duration.ofHours(-1)));
        long unknown = newId();
        List<Long> sales = List.of(calledOff, over, unknown);
        sales.forEach(sale -> ask(sale, user));
        assertStatus(
                call("POST", "/api/admin/called-off-sales/" + calledOff, adminToken(), "{\"unitsBack\": true}"), 200);
        await().until(() -> STOCK.isCalledOff(calledOff));
        scan.remind();
        await().until(() -> sales.stream().noneMatch(sale -> isAsked(sale, user)));
        assertThat(messagesOf(user)).isEmpty();
    }

    @Test
    void shouldStillTellAfterAnOutage() {
        long user = newId();
        long sale = saleOpening(in(Duration.ofMinutes(-1)));
        STOCK.behave(Behaviour.DOWN);
        assertStatus(ask(sale, user), 200);
        assertThatThrownBy(scan::remind).isInstanceOf(RestClientException.class);
        assertThat(isAsked(sale, user)).isTrue();
        STOCK.behave(Behaviour.NORMAL);
        scan.remind();
        awaitMessages(user, 1);
    }

    @Test
    void shouldBeBoundedForEachShopperHoweverManyAreAskedForTogether() {
        String name = newName();
        assertStatus(signUp(name, "long enough, and seldom"), 201);
        long user = number("SELECT id FROM account WHERE username = ?", name);
        long next = saleOpening(in(Duration.ofDays(1)));
        List<Callable<Integer>> calls = Collections.nCopies(60, next).stream()
                .<Callable<Integer>>map(any -> {
                    long sale = saleOpening(in(Duration.ofDays(1)));
                    return () -> ask(sale, user).status();
                })
                .toList();
        assertThat(Together.run(calls)).containsOnly(200, 409);
        assertThat(number("SELECT COUNT(*) FROM sale_reminder WHERE user_id = ?", user))
                .isEqualTo(50);
        assertProblem(ask(next, user), 409, "too-many-reminders");
        long first = numbers("SELECT sale_id FROM sale_reminder WHERE user_id = ?", user)
                .getFirst();
        assertStatus(ask(first, user), 200);
        call("DELETE", "/api/reminders/" + first, token(user), null);
        assertStatus(ask(next, user), 200);
    }
}
