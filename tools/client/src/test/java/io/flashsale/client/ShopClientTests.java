package io.flashsale.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.client.ScriptedShop.Request;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.coupon.Discount;
import io.flashsale.client.coupon.NewCouponTemplate;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.OrderStatus;
import io.flashsale.client.order.QueuedOrder;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.client.sale.NewSale;
import io.flashsale.client.sale.Sale;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShopClientTests {

    private static final String SALE = """
            {"id": "9007199254740993", "title": "A sale", "priceCents": 1999, "listPriceCents": 4999, "initialStock": 5,
             "totalStock": 5, "remaining": 4, "opensAt": "2031-01-01T00:00:00Z", "closesAt": "2031-01-02T00:00:00Z",
             "state": "UPCOMING", "serverTime": "2030-12-31T23:59:59.5Z",
             "entry": {"mode": "LOTTERY", "rate": 100, "difficulty": 20000},
             "product": {"id": "7", "name": "A thing", "description": "", "imageUrl": "/images/products/unknown.svg"}}""";

    private static final String EVENT = """
            :still here
            event:status
            data:{"orderId": "1", "saleId": "2", "status": "%s"}

            """;

    private final ScriptedShop server = new ScriptedShop();
    private final ShopClient shop = client(Duration.ofMinutes(2));

    private ShopClient client(Duration answerTimeout) {
        return new ShopClient(server.url(), Duration.ofMinutes(2), answerTimeout);
    }

    private ShopperClient shopper() {
        return shop.shopper("t");
    }

    private AdminClient admin() {
        return shop.administrator("t");
    }

    @AfterEach
    void stop() {
        shop.close();
        server.close();
    }

    @Test
    void readsASaleWithAnIdThatNoDoubleHolds() {
        server.answers(200, SALE);
        Sale sale = shop.sale(9_007_199_254_740_993L).orThrow();
        assertThat(sale.id()).isEqualTo(9_007_199_254_740_993L);
        assertThat(sale.product().name()).isEqualTo("A thing");
        assertThat(sale.state()).isEqualTo(CampaignState.UPCOMING);
        assertThat(sale.entryMode()).isEqualTo(EntryMode.LOTTERY);
        assertThat(sale.entryDifficulty()).isEqualTo(20_000);
        assertThat(sale.serverTime()).isEqualTo(Instant.parse("2030-12-31T23:59:59.500Z"));
        assertThat(server.request()).isEqualTo(new Request("GET /api/sales/9007199254740993", "null", "null", ""));
    }

    @Test
    void saysWhyItWasRefused() {
        String problem = "{\"type\": \"/problems/already-purchased\", \"orderId\": \"12\"}";
        server.answers(409, "application/problem+json", problem);
        Reply<QueuedOrder> reply = shopper().reserve(3);
        assertThat(reply).isInstanceOf(Reply.Refusal.class);
        assertThat(reply.answer().problem()).isEqualTo("already-purchased");
        assertThat(reply.answer().body().path("orderId").asString()).isEqualTo("12");
        assertThatThrownBy(reply::orThrow)
                .isInstanceOf(UnexpectedAnswerException.class)
                .hasMessage("POST /api/sales/3/reservations was answered 409: " + problem);
    }

    @Test
    void saysWhichPriceTheShopperAgreesTo() {
        server.answers(
                409, "application/problem+json", "{\"type\": \"/problems/price-changed\", \"priceCents\": 9900}");
        Answer answer = shopper().reserveAt(1_900, 3).answer();
        assertThat(answer.problem()).isEqualTo("price-changed");
        assertThat(server.header("Purchase-Price-Cents")).isEqualTo("1900");
    }

    @Test
    void findsNoProblemInARefusalThatIsNotJson() {
        server.answers(502, "text/html", "<h1>Bad gateway</h1>");
        Answer answer = shop.sales().answer();
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.problem()).isEmpty();
        assertThat(answer.text()).isEqualTo("<h1>Bad gateway</h1>");
        assertThat(answer.body().isMissingNode()).isTrue();
    }

    @Test
    void takesNotJustAnythingForASale() {
        server.answers(200, "{\"id\": \"1\"}");
        assertThatThrownBy(() -> shop.sale(1))
                .isInstanceOf(UnexpectedAnswerException.class)
                .hasMessageContaining("GET /api/sales/1 was answered with what is not understood");
    }

    @Test
    void leavesOutWhatANewSaleDoesNotSay() {
        server.answers(201, SALE);
        admin().create(NewSale.openNow("A sale", 1_999, 5)).orThrow();
        assertThat(server.request())
                .isEqualTo(new Request(
                        "POST /api/admin/sales",
                        "Bearer t",
                        "application/json",
                        "{\"title\":\"A sale\",\"priceCents\":1999,\"initialStock\":5}"));
    }

    @Test
    void writesADiscountAsFieldsOfItsTemplate() {
        server.answers(403, "application/problem+json", "{\"type\": \"/problems/forbidden\"}");
        Instant opens = Instant.parse("2031-01-01T00:00:00Z");
        Discount discount = Discount.cappedPercent(15, 3_000, 5_000);
        admin().create(new NewCouponTemplate("A coupon", discount, 10, 1, opens, opens.plusSeconds(60)));
        assertThat(server.request().body())
                .contains("\"percent\":15", "\"capCents\":3000", "\"thresholdCents\":5000")
                .contains("\"opensAt\":\"2031-01-01T00:00:00Z\"")
                .doesNotContain("amountCents", "discount");
    }

    @Test
    void readsShoppersLineByLine() {
        server.answers(200, "application/x-ndjson", """
                {"userId": "1", "username": "a", "token": "x"}

                {"userId": "2", "username": "b", "token": "y"}
                """);
        try (Stream<SimulatedShopper> shoppers = admin().makeShoppers(2).orThrow()) {
            assertThat(shoppers).containsExactly(new SimulatedShopper(1, "a", "x"), new SimulatedShopper(2, "b", "y"));
        }
        assertThat(server.request().body()).isEqualTo("{\"count\":2}");
        assertThat(admin().shoppers(2).orThrow()).hasSize(2);
    }

    @Test
    void tellsWhenALineIsNoShopper() {
        server.answers(200, "application/x-ndjson", "{\"userId\":\"1\",\"tok");
        try (Stream<SimulatedShopper> shoppers = admin().makeShoppers(2).orThrow()) {
            assertThatThrownBy(shoppers::toList).isInstanceOf(UnexpectedAnswerException.class);
        }
    }

    @Test
    void followsAnOrderWhileTheServerHasMoreToSay() {
        server.beginsToAnswer("text/event-stream", EVENT.formatted("QUEUED") + EVENT.formatted("AWAITING_PAYMENT"));
        try (Stream<Order> events = shopper().follow(1).orThrow()) {
            assertThat(events.limit(2).map(Order::status))
                    .containsExactly(OrderStatus.QUEUED, OrderStatus.AWAITING_PAYMENT);
        }
    }

    @Test
    void givesUpWhenNobodyAnswersInTime() {
        server.answersNothing();
        try (ShopClient client = client(Duration.ofMillis(200))) {
            assertThatThrownBy(client::sales)
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageStartingWith("GET /api/sales got no answer: ");
        }
    }

    @Test
    void givesUpWhenNobodyIsThere() {
        server.close();
        assertThatThrownBy(shop::sales).isInstanceOf(NoAnswerException.class).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void givesUpWhenInterruptedAndLeavesThatNoted() {
        server.answersNothing();
        Thread.currentThread().interrupt();
        assertThatThrownBy(shop::sales)
                .isInstanceOf(NoAnswerException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
