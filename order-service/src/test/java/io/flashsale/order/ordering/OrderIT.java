package io.flashsale.order.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.order.ExecutedStatements;
import io.flashsale.order.OrderServiceFixture;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.IllegalTransactionStateException;
import tools.jackson.databind.JsonNode;

/** Reading orders. */
class OrderIT extends OrderServiceFixture {

    @Autowired
    private ExecutedStatements statements;

    @Autowired
    private OrderMapper orders;

    static List<Consumer<OrderMapper>> steps() {
        return List.of(
                orders -> orders.lock(1),
                orders -> orders.lockOverdue(Instant.EPOCH, 1),
                orders -> orders.markPaid(1, Instant.EPOCH),
                orders -> orders.noteRefund(1, 1),
                orders -> orders.markRefundDue(1, 1, Instant.EPOCH),
                orders -> orders.lockAll(List.of(1L)),
                orders -> orders.markRefunded(List.of(1L)),
                orders -> orders.close(List.of(1L), EndReason.CANCELLED));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void shouldRefuseToLockAndToChangeOutsideATransaction(Consumer<OrderMapper> step) {
        assertThatThrownBy(() -> step.accept(orders)).isInstanceOf(IllegalTransactionStateException.class);
    }

    @Test
    void shouldShowAnOrderAsItWasPromised() {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Map.Entry<Long, Long> order = placed();

        JsonNode body = get("/api/orders/" + order.getKey(), order.getValue()).body();

        assertThat(body.path("orderId").isString()).isTrue();
        assertThat(body.path("saleId").isString()).isTrue();
        assertThat(body.path("status").asString()).isEqualTo("AWAITING_PAYMENT");
        assertThat(body.path("priceCents").asLong()).isEqualTo(1_990);
        Instant created = Instant.parse(body.path("createdAt").asString());
        assertThat(created).isBetween(before, Instant.now());
        assertThat(Instant.parse(body.path("payDeadline").asString())).isEqualTo(created.plusSeconds(900));
        assertThat(body.has("reason")).isFalse();
        assertThat(body.has("serverTime")).isTrue();
    }

    @Test
    void shouldShowAnAcceptedOrderAsQueuedUntilItIsPlaced() {
        long order = newId();
        STOCK.reserved(order, 7, 8);

        Answer answer = get("/api/orders/" + order, 8);

        assertStatus(answer, 200);
        assertThat(answer.text("status")).isEqualTo("QUEUED");
    }

    @Test
    void shouldListMyOrdersNewestFirstPageByPage() {
        long user = newId();
        List<String> newestFirst = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            newestFirst.addFirst(Long.toString(placedFor(user)));
        }

        JsonNode first = get("/api/orders?size=3", user).body();
        JsonNode second = get("/api/orders?size=3&page=1", user).body();

        assertThat(first.path("total").asInt()).isEqualTo(5);
        assertThat(first.findValuesAsString("orderId")).isEqualTo(newestFirst.subList(0, 3));
        assertThat(second.findValuesAsString("orderId")).isEqualTo(newestFirst.subList(3, 5));
        assertThat(get("/api/orders?page=2000000000&size=100", user).body().path("items"))
                .isEmpty();
    }

    /** The queries determine the time. */
    @Test
    void shouldAskTheSameForAnOrderOfAnotherAsForOneThatDoesNotExist() {
        Map.Entry<Long, Long> placed = placed();
        long stranger = newId();
        long queued = newId();
        STOCK.reserved(queued, newId(), placed.getValue());
        token(stranger);
        List<String> forNothing = asked(newId(), stranger);
        assertThat(forNothing).isNotEmpty();
        assertThat(asked(placed.getKey(), stranger)).isEqualTo(forNothing);
        assertThat(asked(queued, stranger)).isEqualTo(forNothing);
        assertStatus(get("/api/orders/" + queued, placed.getValue()), 200);
    }

    private List<String> asked(long order, long shopper) {
        statements.take();
        int before = STOCK.lookups();
        assertProblem(get("/api/orders/" + order, shopper), "order-not-found");
        List<String> asked = new ArrayList<>(statements.take());
        asked.add("stock-service " + (STOCK.lookups() - before));
        return asked;
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /api/orders/abc,                  400, invalid-request",
        "GET,    /api/orders/1e3,                  400, invalid-request",
        "GET,    /api/orders/99999999999999999999, 400, invalid-request",
        "GET,    /api/orders/%00,                  400, invalid-request",
        "GET,    /api/orders/12345,                404, order-not-found",
        "GET,    /api/orders?page=-1,              400, invalid-request",
        "GET,    /api/orders?size=0,               400, invalid-request",
        "GET,    /api/orders?size=101,             400, invalid-request",
        "GET,    /api/orders?page=x,               400, invalid-request",
        "GET,    /api/orders?page=99999999999,     400, invalid-request",
        "POST,   /api/orders/abc/payment,          400, invalid-request",
        "POST,   /api/orders/abc/cancellation,     400, invalid-request",
        "GET,    /api/orders/abc/events,           400, invalid-request",
        "DELETE, /api/orders/12345,                405, method-not-allowed",
        "PUT,    /api/orders/12345/payment,        405, method-not-allowed",
        "GET,    /api/nothing,                     404, not-found",
        "GET,    /api/admin/anything,              403, forbidden",
        "GET,    /internal/anything,               403, forbidden"
    })
    void shouldAnswerBadInputWithAStableProblem(String method, String path, int status, String problem) {
        assertProblem(call(method, path, token(5), null), status, problem);
    }

    @Test
    void shouldAnswerAWrongBodyWithAStableProblem() {
        Map.Entry<Long, Long> order = placed();
        String path = "/api/orders/" + order.getKey() + "/payment";
        String token = token(order.getValue());
        assertProblem(call("POST", path, token, "{broken"), "invalid-request");
        assertProblem(call("POST", path, token, "[1]"), "invalid-request");
        assertProblem(call("POST", path, token, "{}", "Content-Type", "text/plain"), "unsupported-media-type");
        assertThat(statusOf(order.getKey())).isEqualTo("AWAITING_PAYMENT");
    }
}
