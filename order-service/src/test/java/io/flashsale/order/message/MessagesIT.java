package io.flashsale.order.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.commons.testing.WrittenDeadLetters;
import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.order.OrderServiceFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Shoppers hear what happened to their orders and sales, each of their own only. */
class MessagesIT extends OrderServiceFixture {

    private static final long PRICE = 1_990;

    @Autowired
    private Notifications notifications;

    @Autowired
    private TransactionTemplate transaction;

    private void tell(MessageForShopper... messages) {
        transaction.executeWithoutResult(status -> notifications.tell(List.of(messages)));
    }

    private static MessageForShopper refunded(long user) {
        return MessageForShopper.refunded(user, newId(), newId(), "A lamp || 台灯", PRICE);
    }

    private List<JsonNode> messagesOf(long user) {
        return get("/api/messages?size=100", user)
                .body()
                .path("items")
                .valueStream()
                .toList();
    }

    private List<String> kindsOf(long user) {
        return messagesOf(user).stream()
                .map(message -> message.path("kind").asString())
                .toList();
    }

    private int unseenBy(long user) {
        return get("/api/messages/unseen", user).body().path("count").asInt();
    }

    private Answer seen(long user, String ids) {
        return call("POST", "/api/messages/seen", token(user), "{\"ids\": " + ids + "}");
    }

    @Test
    void shouldTellOnceThatTheMoneyWentBack() {
        Map.Entry<Long, Long> order = placed();
        assertStatus(pay(order), 200);
        String path = "/api/admin/orders/" + order.getKey() + "/refund";
        List<Answer> answers =
                Together.run(Collections.nCopies(3, () -> call("POST", path, adminToken(), "{\"unitsBack\": true}")));
        assertThat(answers).extracting(Answer::status).containsOnly(200);
        awaitStatus(order.getKey(), "REFUNDED");
        JsonNode message = messagesOf(order.getValue()).getFirst();
        assertThat(texts(message, "kind", "orderId", "title", "amountCents", "seen"))
                .containsExactly("REFUNDED", order.getKey().toString(), "A lamp", Long.toString(PRICE), "false");
        assertThat(kindsOf(order.getValue())).containsExactly("REFUNDED");
    }

    @Test
    void shouldTellEveryShopperOfASaleThatItWasCalledOff() {
        List<Map.Entry<Long, Long>> orders = List.copyOf(placed(2).entrySet());
        Map.Entry<Long, Long> paid = orders.getFirst();
        Map.Entry<Long, Long> unpaid = orders.getLast();
        assertStatus(pay(paid), 200);
        long sale = number("SELECT sale_id FROM orders WHERE id = ?", paid.getKey());
        String path = "/api/admin/called-off-sales/" + sale;
        for (int i = 0; i < 2; i++) {
            assertStatus(call("POST", path, adminToken(), "{\"unitsBack\": true}"), 200);
        }
        awaitStatus(paid.getKey(), "REFUNDED");
        awaitStatus(unpaid.getKey(), "CLOSED");
        assertThat(kindsOf(paid.getValue())).containsExactly("REFUNDED", "CALLED_OFF");
        assertThat(texts(messagesOf(paid.getValue()).getLast(), "saleId", "amountCents"))
                .containsExactly(Long.toString(sale), Long.toString(PRICE));
        assertThat(kindsOf(unpaid.getValue())).containsExactly("CALLED_OFF");
        assertThat(messagesOf(unpaid.getValue()).getFirst().has("amountCents")).isFalse();
    }

    @Test
    void shouldTellNothingThatDidNotHappen() {
        long user = newId();
        assertThatThrownBy(() -> notifications.tell(List.of(refunded(user))))
                .isInstanceOf(IllegalTransactionStateException.class);
        transaction.executeWithoutResult(status -> {
            notifications.tell(List.of(refunded(user)));
            status.setRollbackOnly();
        });
        assertThat(messagesOf(user)).isEmpty();
    }

    @Test
    void shouldTakeAMessageOfAnotherServiceOnceAndSetAsideWhatIsNone() {
        long user = newId();
        Instant until = Instant.parse("2099-01-01T10:00:00Z");
        MessageForShopper offer = MessageForShopper.offer(user, 7, "offer-1", "A lamp", until);
        String nonsense = "no message " + user;
        for (String value : List.of(json.writeValueAsString(offer), nonsense, json.writeValueAsString(offer))) {
            kafka.send(MessageForShopper.TOPIC, 0, Long.toString(user), value.getBytes(UTF_8));
        }
        MessageForShopper last = MessageForShopper.offer(user, 8, "offer-2", "A lamp", until);
        kafka.send(MessageForShopper.TOPIC, 0, Long.toString(user), json.writeValueAsBytes(last));
        await().until(() -> kindsOf(user).size() == 2);
        assertThat(messagesOf(user))
                .extracting(message -> message.path("saleId").asString())
                .containsExactly("8", "7");
        assertThat(texts(messagesOf(user).getLast(), "kind", "at")).containsExactly("OFFER", until.toString());
        assertThat(messagesOf(user).getLast().has("orderId")).isFalse();
        await().untilAsserted(() -> assertThat(WrittenDeadLetters.in(
                        MessageForShopper.DEAD_LETTER_TOPIC, STACK.kafka().bootstrapServers()))
                .extracting(WrittenDeadLetters.Letter::message)
                .contains(nonsense));
    }

    /** A kind that the table refuses would be lost with its whole batch. */
    @Test
    void shouldTellOfTheEndOfAnOfferAndOfAWaitingList() {
        long user = newId();
        tell(
                MessageForShopper.offerLapsed(user, 7, "offer-1", "A lamp"),
                MessageForShopper.listEnded(user, 7, "place-1", "A lamp"));
        assertThat(kindsOf(user)).containsExactlyInAnyOrder("OFFER_LAPSED", "LIST_ENDED");
    }

    @Test
    void shouldAllBeReachedPageByPageThoughNewOnesCome() {
        long user = newId();
        List<MessageForShopper> told =
                LongStream.range(0, 5).mapToObj(n -> refunded(user)).toList();
        told.forEach(this::tell);
        List<String> shown = new ArrayList<>();
        String before = "";
        do {
            JsonNode page = get("/api/messages?size=2" + before, user).body();
            page.path("items")
                    .forEach(message -> shown.add(message.path("orderId").asString()));
            JsonNode older = page.path("older");
            before = older.isNull() ? "" : "&before=" + older.asString();
            tell(refunded(user));
        } while (!before.isEmpty());
        assertThat(shown)
                .isEqualTo(told.reversed().stream()
                        .map(message -> String.valueOf(message.orderId()))
                        .toList());
    }

    @Test
    void shouldBeReadAndMarkedByTheirOwnShopperOnly() {
        long user = newId();
        long other = newId();
        tell(refunded(user), refunded(user), refunded(other));
        assertThat(unseenBy(user)).isEqualTo(2);
        String ids = "[\"" + messagesOf(user).getFirst().path("id").asString() + "\", \""
                + messagesOf(other).getFirst().path("id").asString() + "\"]";
        assertStatus(seen(user, ids), 204);
        assertStatus(seen(user, ids), 204);
        assertThat(unseenBy(user)).isEqualTo(1);
        assertThat(unseenBy(other)).as("of the other shopper").isEqualTo(1);
        assertThat(messagesOf(user))
                .extracting(message -> message.path("seen").asBoolean())
                .containsExactly(true, false);
        assertThat(kindsOf(newId())).isEmpty();
        assertProblem(call("GET", "/api/messages", "", null), "unauthenticated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?size=0", "?size=101", "?size=x", "?before=x"})
    void shouldRefuseAPageThatIsNone(String query) {
        assertProblem(get("/api/messages" + query, 7), "invalid-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "[null]", "[\"x\"]", "7"})
    void shouldMarkNothingWithoutIds(String ids) {
        assertProblem(seen(7, ids), "invalid-request");
    }

    @Test
    void shouldCountNoFurtherThanAnybodyReads() {
        long user = newId();
        tell(LongStream.range(0, 120).mapToObj(n -> refunded(user)).toArray(MessageForShopper[]::new));
        assertThat(unseenBy(user)).isEqualTo(100);
    }
}
