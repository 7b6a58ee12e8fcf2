package io.flashsale.system.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.Shop.User;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Purchases that the shop traces, one for each possible ending. */
public final class FollowedPurchases {

    private static final Pattern TRACE_PARENT = Pattern.compile("00-([0-9a-f]{32})-[0-9a-f]{16}-01");

    private final RunningSystem system;
    private final Shop shop;

    public FollowedPurchases() {
        this(RunningSystem.get());
    }

    public FollowedPurchases(RunningSystem system) {
        this.system = system;
        this.shop = system.shop;
    }

    /** The click was not traced, or was repeated. The shop traces only the first of many clicks in one second. */
    private static final class NotFollowed extends RuntimeException {
        private NotFollowed(Answer answer) {
            super("not followed: " + answer.text());
        }
    }

    private static Followed again(Supplier<Followed> purchase) {
        return await().pollDelay(Duration.ZERO)
                .ignoreExceptionsInstanceOf(NotFollowed.class)
                .until(purchase::get, Objects::nonNull);
    }

    /** A click of a user. */
    public record Followed(User user, String traceId, Answer answer) {

        public String orderId() {
            return answer.orderId();
        }
    }

    private Followed click(long sale) {
        User user = shop.user();
        Answer answer = shop.reserveOnce(sale, user);
        return new Followed(user, traceOf(answer), answer);
    }

    private static String traceOf(Answer answer) {
        String correlationId = answer.headers().firstValue("X-Correlation-Id").orElse("");
        Matcher parts = TRACE_PARENT.matcher(correlationId);
        if (!parts.matches() || Shop.isToAskAgain(answer)) {
            throw new NotFollowed(answer);
        }
        return parts.group(1);
    }

    public Followed paid() {
        return again(() -> {
            Followed click = click(shop.openSale(3));
            awaitStatus(click, "AWAITING_PAYMENT");
            assertThat(shop.pay(click.orderId(), click.user()).status()).isEqualTo(200);
            return click;
        });
    }

    /** Redis accepts a unit that MySQL does not have. */
    public Followed rejected() {
        return again(() -> {
            long sale = shop.openSale(1);
            Followed first = click(sale);
            awaitStatus(first, "AWAITING_PAYMENT");
            Followed second = await().ignoreExceptionsInstanceOf(NotFollowed.class)
                    .until(
                            () -> clickOnAUnitTooMany(sale),
                            click -> click.answer().status() == 202);
            awaitStatus(second, "REJECTED");
            return second;
        });
    }

    /** Offers the extra unit again before each click, because the reconciliation may remove it first. */
    private Followed clickOnAUnitTooMany(long sale) {
        system.records.offerInRedis(sale, 1);
        return click(sale);
    }

    /** The provider took the money, and order-service learned of it after the order was cancelled. */
    public Followed paidLate() {
        return again(() -> {
            Followed click = click(shop.openSale(2));
            awaitStatus(click, "AWAITING_PAYMENT");
            assertThat(shop.cancel(click.orderId(), click.user()).orderStatus()).isEqualTo("CLOSED");
            system.records
                    .sql()
                    .sql("INSERT INTO mock_provider_charge (charge_id, order_id, amount_cents, charged_at)"
                            + " VALUES (?, ?, 1999, UTC_TIMESTAMP(3))")
                    .params("mock-" + click.orderId(), click.orderId())
                    .update();
            awaitStatus(click, "REFUNDED");
            return click;
        });
    }

    /** A click on a sold-out sale. */
    public Followed refused() {
        return again(() -> {
            long sale = shop.openSale(1);
            awaitStatus(click(sale), "AWAITING_PAYMENT");
            Followed late = click(sale);
            assertThat(late.answer().problem()).isEqualTo("sold-out");
            return late;
        });
    }

    private void awaitStatus(Followed click, String status) {
        shop.awaitOrder(click.orderId(), click.user(), status);
    }

    /** The journey of the click's order, once it has all rows and these stops: they arrive in the background. */
    public JsonNode journey(Followed click, String... stops) {
        return await().until(
                        () -> shop.get("/api/orders/" + click.orderId() + "/journey", click.user())
                                .body(),
                        journey -> stopsOf(journey).containsAll(List.of(stops))
                                && journey.path("missing").isEmpty());
    }

    /** The journey of the click alone, once it has all of these stops. */
    public JsonNode journeyOfClick(Followed click, String... stops) {
        return await().until(
                        () -> shop.get("/api/clicks/" + click.traceId() + "/journey", click.user())
                                .body(),
                        journey -> stopsOf(journey).containsAll(List.of(stops)));
    }

    /** The stops, in the order of the answer. */
    public static List<String> stopsOf(JsonNode journey) {
        return journey.path("stops")
                .valueStream()
                .map(stop -> stop.path("stop").asString())
                .toList();
    }
}
