package io.flashsale.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGateState;
import io.flashsale.commons.testing.Together;
import io.flashsale.entry.sale.EntryMode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaleApiIT extends StockServiceFixture {

    /** As it was when 1,001 sales were planned for later. */
    @Test
    void shouldListTheOpenSaleHoweverManyArePlanned() {
        long open = openSale(5);
        long planned =
                idOf(create(5, ", \"opensAt\": \"2097-01-01T00:00:00Z\", \"closesAt\": \"2099-01-01T00:00:00Z\""));
        String digits = "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        database.execute("INSERT INTO sale (id, product_id, title, price_cents, list_price_cents, opens_at, closes_at)"
                + " SELECT 9000000 + a.d + 10 * b.d + 100 * c.d, product_id, 'Planned', 1, 1, '2098-01-01', '2099-01-01'"
                + " FROM sale s, " + digits + " a, " + digits + " b, " + digits + " c WHERE s.id = " + planned);
        database.execute("INSERT INTO stock (sale_id, bucket, initial, available)"
                + " SELECT id, 0, 5, 5 FROM sale WHERE id BETWEEN 9000000 AND 9000999");
        try {
            await().untilAsserted(() -> assertThat(get("/api/sales").body())
                    .hasSize(1_000)
                    .extracting(sale -> sale.path("id").asString())
                    .contains(Long.toString(open), Long.toString(planned)));
            assertThat(readFrom("/api/sales"))
                    .as("the Link of the thousandth leads to the others")
                    .contains("9000000", "9000999");
            assertThat(readFrom("/api/sales?state=UPCOMING&size=100&q=PLANNED"))
                    .hasSize(1_000)
                    .doesNotHaveDuplicates();
        } finally {
            database.execute("DELETE FROM stock WHERE sale_id BETWEEN 9000000 AND 9000999");
            database.execute("DELETE FROM sale WHERE id BETWEEN 9000000 AND 9000999");
        }
    }

    /** The ids of all sales on this page and those that its Link leads to. */
    private List<String> readFrom(String first) {
        List<String> ids = new ArrayList<>();
        for (String page = first; page != null; ) {
            Answer answer = get(page);
            assertThat(answer.status()).as(page).isEqualTo(200);
            ids.addAll(idsOn(answer));
            page = answer.raw()
                    .headers()
                    .firstValue("Link")
                    .map(link -> link.replaceFirst("<(.*)>; rel=\"next\"", "$1"))
                    .orElse(null);
        }
        return ids;
    }

    private static List<String> idsOn(Answer answer) {
        return answer.body()
                .valueStream()
                .map(sale -> sale.path("id").asString())
                .toList();
    }

    @Test
    void shouldSendAPageCompressedAndConfirmItUntilSomethingChanges() throws IOException {
        long id = idOf(create(7, ", \"product\": {\"name\": \"Only & + % 灯\"}"));
        String page = "/api/sales?q=" + URLEncoder.encode("only & + % 灯", StandardCharsets.UTF_8);
        Answer plain = get(page);
        assertThat(idsOn(plain)).containsExactly(Long.toString(id));
        assertThat(plain.body().get(0).has("serverTime")).isFalse();
        var headers = plain.raw().headers();
        assertThat(headers.firstValue("Content-Encoding")).isEmpty();
        assertThat(headers.firstValue("Vary")).contains("Accept-Encoding");
        assertThat(Instant.parse(headers.firstValue("Server-Time").orElseThrow()))
                .isBetween(Instant.now().minusSeconds(600), Instant.now());

        HttpResponse<byte[]> compressed = compressed(page, "none");
        assertThat(compressed.headers().firstValue("Content-Encoding")).contains("gzip");
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
            assertThat(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(plain.raw().body());
        }
        String tag = compressed.headers().firstValue("ETag").orElseThrow();
        assertThat(tag).startsWith("\"").isNotEqualTo(headers.firstValue("ETag").orElseThrow());
        HttpResponse<byte[]> again = compressed(page, tag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers().firstValue("Server-Time")).isPresent();

        change(id, "\"priceCents\": 50");
        assertThat(compressed(page, tag).statusCode()).isEqualTo(200);
        for (String wrong : List.of("size=0", "size=101", "state=SOME", "after=x", "q=" + "x".repeat(101))) {
            assertThat(get("/api/sales?" + wrong).problem()).as(wrong).isEqualTo("invalid-request");
        }
    }

    private HttpResponse<byte[]> compressed(String path, String tag) throws IOException {
        URI uri = get(path).raw().uri();
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Accept-Encoding", "br, gzip")
                .header("If-None-Match", tag)
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void shouldListProductsPageByPageAndFindThemByName() {
        List<Long> made = Stream.of("Desk lamp 1", "desk LAMP 2", "Desk lamp 3")
                .map(name -> idOf(call("POST", "/api/admin/products", admin(), "{\"name\": \"" + name + "\"}")))
                .toList();
        String path = "/api/admin/products?q=desk+lamp&size=2";
        Answer first = call("GET", path, admin(), "");
        assertThat(idsOn(first))
                .containsExactly(made.get(0).toString(), made.get(1).toString());
        String next = first.raw().headers().firstValue("Link").orElseThrow();
        Answer last = call("GET", next.substring(1, next.indexOf('>')), admin(), "");
        assertThat(idsOn(last)).containsExactly(made.get(2).toString());
        assertThat(last.raw().headers().firstValue("Link")).isEmpty();
        assertThat(call("GET", "/api/admin/products?size=1001", admin(), "").problem())
                .isEqualTo("invalid-request");
    }

    @Test
    void shouldTakeALimitForEachShopperUntilAMinuteBeforeTheOpening() {
        String later = ", \"opensAt\": \"2099-01-01T00:00:00Z\", \"closesAt\": \"2099-01-02T00:00:00Z\"";
        long sale = idOf(create(5, later + ", \"purchaseLimit\": 3"));
        assertThat(change(sale, "\"title\": \"Three each\"")
                        .body()
                        .path("purchaseLimit")
                        .asInt())
                .isEqualTo(3);
        assertThat(change(sale, "\"purchaseLimit\": 2")
                        .body()
                        .path("purchaseLimit")
                        .asInt())
                .isEqualTo(2);
        await().until(() ->
                gates.campaign(sale).filter(gate -> gate.perUser() == 2).isPresent());
        for (String invalid : List.of("0", "21", "-1", "1.5", "\"many\"")) {
            assertThat(change(sale, "\"purchaseLimit\": " + invalid).problem()).isEqualTo("invalid-request");
        }
        assertThat(change(sale, "\"entry\": {\"mode\": \"TICKET\"}").problem())
                .as("a ticket buys one unit")
                .isEqualTo("invalid-request");
        assertThat(change(openSale(5), "\"purchaseLimit\": 2").problem()).isEqualTo("invalid-request");
        assertThat(create(5, ", \"purchaseLimit\": 21").problem()).isEqualTo("invalid-request");
    }

    @Test
    void shouldShowASaleToEverybody() {
        long id = openSale(7);
        Answer sale = get("/api/sales/" + id);
        assertThat(sale.status()).isEqualTo(200);
        assertThat(sale.body().path("id").isString()).isTrue();
        assertThat(sale.body().at("/product/name").asString()).isEqualTo("A sale");
        assertThat(sale.body().path("priceCents").asLong()).isEqualTo(100);
        assertThat(sale.body().path("listPriceCents").asLong()).isEqualTo(200);
        assertThat(sale.body().path("initialStock").asLong()).isEqualTo(7);
        assertThat(sale.body().path("remaining").asLong()).isEqualTo(7);
        assertThat(sale.body().path("state").asString()).isEqualTo("OPEN");
        assertThat(Instant.parse(sale.body().path("opensAt").asString())).isBefore(Instant.now());
        assertThat(Instant.parse(sale.body().path("serverTime").asString())).isBefore(Instant.now());
        assertThat(get("/api/sales").body().findValuesAsString("id")).contains(Long.toString(id));
    }

    @Test
    void shouldKeepTextsOfAnyLanguageInAnyDatabase() {
        Answer created = call("POST", "/api/admin/sales", admin(), """
                {"title": "秒杀 🎉", "priceCents": 5, "initialStock": 5, "product": {"name": "手机", "description": "黑色"}}
                """);
        Answer sale = get("/api/sales/" + idOf(created));
        assertThat(sale.body().path("title").asString()).isEqualTo("秒杀 🎉");
        assertThat(sale.body().at("/product/name").asString()).isEqualTo("手机");
        assertThat(sale.body().at("/product/description").asString()).isEqualTo("黑色");
    }

    @Test
    void shouldRefuseEveryReservationByName() {
        long upcoming = withOpenGates(create(5, ", \"opensAt\": \"2099-01-01T00:00:00Z\""));
        long ended = idOf(create(5, ", \"opensAt\": \"2020-01-01T00:00:00Z\""));
        long open = openSale(1);

        Answer won = reserve(open, 7);
        assertThat(won.status()).isEqualTo(202);
        String orderId = won.body().path("orderId").asString();
        assertThat(won.body().path("status").asString()).isEqualTo("QUEUED");
        assertThat(won.raw().headers().firstValue("Location")).contains("/api/orders/" + orderId);

        Answer again = refused(open, 7, 409, "already-purchased");
        assertThat(again.body().path("orderId").asString()).isEqualTo(orderId);
        Answer late = refused(open, 8, 409, "sold-out");
        assertThat(late.raw().headers().firstValue("X-Sale-State")).contains("SOLD_OUT");
        Answer early = refused(upcoming, 7, 409, "sale-not-open");
        assertThat(early.body().path("opensAt").asString()).isEqualTo("2099-01-01T00:00:00Z");
        refused(ended, 7, 409, "sale-ended");
        refused(999_999, 7, 404, "sale-not-found");
        assertThat(call("POST", "/api/sales/" + open + "/reservations", "", "").problem())
                .isEqualTo("unauthenticated");
    }

    private Answer refused(long sale, long user, int status, String problem) {
        Answer refused = reserve(sale, user);
        assertThat(refused.problem()).isEqualTo(problem);
        assertThat(refused.status()).isEqualTo(status);
        return refused;
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1.5", "99999999999999999999", "%20"})
    void shouldCallAMalformedIdInvalid(String id) {
        Answer answer = call("POST", "/api/sales/" + id + "/reservations", shopper(7), "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(get("/api/sales/" + id).problem()).isEqualTo("invalid-request");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"title": "x", "priceCents": -1, "initialStock": 5}
                    {"title": "x", "priceCents": 99999999999999999999, "initialStock": 5}
                    {"title": "x", "priceCents": 9223372036854775807, "initialStock": 5}
                    {"title": "x", "priceCents": 5, "listPriceCents": 4, "initialStock": 5}
                    {"title": "x", "priceCents": 5, "initialStock": -1}
                    {"title": "x", "priceCents": 5, "initialStock": 99999999999}
                    {"title": "x", "priceCents": 5, "initialStock": 1.5}
                    {"title": "x", "priceCents": 5}
                    {"title": "  ", "priceCents": 5, "initialStock": 5}
                    {"priceCents": 5, "initialStock": 5}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "opensAt": "2030-01-02T00:00:00Z", "closesAt": "2030-01-01T00:00:00Z"}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "opensAt": "tomorrow"}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "opensAt": "+999999999-01-01T00:00:00Z"}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "product": {"name": ""}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "product": {"name": "n", "imageUrl": "javascript:alert(1)"}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "product": {"name": "n", "imageUrl": "//other.example/x.svg"}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "product": {"name": "n", "imageUrl": "/\\\\other.example/x.svg"}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "product": {"name": "n", "imageUrl": "https://other.example/x.svg"}}
                    {"title": "half \\ud83d", "priceCents": 5, "initialStock": 5}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "entry": {"mode": "LOTTERY"}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "entry": {"mode": "NONE"}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "entry": {"mode": 5}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "entry": []}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "entry": "TICKET"}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "entry": {"difficulty": -1}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "entry": {"difficulty": 10000001}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "entry": {"difficulty": "much"}}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "buckets": 0}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "buckets": 17}
                    {"title": "x", "priceCents": 5, "initialStock": 5, "buckets": 2, "entry": {"mode": "QUEUE"}}
                    []
                    not json
                    """)
    void shouldRefuseASaleThatMakesNoSense(String body) {
        int before = get("/api/sales").body().size();
        Answer answer = call("POST", "/api/admin/sales", admin(), body);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(get("/api/sales").body().size()).isEqualTo(before);
        assertThat(create(5, ", \"productId\": \"99999\"").problem()).isEqualTo("product-not-found");
    }

    @Test
    void shouldKeepShoppersOutOfAdministrationAndOfTheInsideOfTheShop() {
        long id = openSale(1);
        String sales = "/api/admin/sales";
        assertThat(call("POST", sales, shopper(7), "{}").problem()).isEqualTo("forbidden");
        assertThat(call("PATCH", sales + "/" + id, shopper(7), "{}").status()).isEqualTo(403);
        Answer adding = call("POST", sales + "/" + id + "/stock", shopper(7), "{\"add\": 1}");
        assertThat(adding.status()).isEqualTo(403);
        Answer lookUp = call("GET", "/internal/reservations/17?userId=7", shopper(7), "");
        assertThat(lookUp.status()).isEqualTo(403);
    }

    @Test
    void shouldChangeASaleAndEndItAtOnce() {
        long id = openSale(5);
        Answer changed = change(id, "\"title\": \"Cheaper\", \"priceCents\": 50");
        assertThat(changed.body().path("title").asString()).isEqualTo("Cheaper");
        assertThat(changed.body().path("listPriceCents").asLong()).isEqualTo(200);
        change(id, "\"closesAt\": \"" + Instant.now() + "\"");
        assertThat(reserve(id, 7).problem()).isEqualTo("sale-ended");
        assertThat(get("/api/sales/" + id).body().path("state").asString()).isEqualTo("ENDED");
        assertThat(change(99_999, "").problem()).isEqualTo("sale-not-found");
        assertThat(change(id, "\"priceCents\": -5").problem()).isEqualTo("invalid-request");
    }

    @Test
    void shouldSellOnWhenStockIsAdded() {
        long id = openSale(1);
        reserve(id, 7);
        assertThat(reserve(id, 8).problem()).isEqualTo("sold-out");
        assertThat(total(addStock(id, 2))).isEqualTo(3);
        assertThat(reserve(id, 8).status()).isEqualTo(202);
        for (String add : List.of("0", "-10000001", "10000001", "9999999", "99999999999999999999", "\"x\"", "null")) {
            assertThat(addStock(id, add).problem()).as(add).isEqualTo("invalid-request");
        }
    }

    @Test
    void shouldTakeAwayOnceWhatIsNotSold() {
        long id = openSale(6);
        reserve(id, 7); // MySQL does not know of it yet
        for (int call = 0; call < 2; call++) {
            Answer fewer = addStockOnce(id, -3, "fewer-1");
            assertThat(total(fewer)).isEqualTo(3);
        }
        assertThat(gates.state(id).orElseThrow().remaining()).isEqualTo(2);
        assertThat(addStockOnce(id, -3, "fewer-2").problem()).isEqualTo("units-not-left");
        assertThat(total(addStockOnce(id, -1, "fewer-2")))
                .as("a refused request has not used its key")
                .isEqualTo(2);

        assertThat(reserve(id, 8).status()).isEqualTo(202);
        assertThat(reserve(id, 9).problem()).isEqualTo("sold-out");
        assertThat(addStock(id, -1).problem()).isEqualTo("units-not-left");
        placement.placeEverything();
        assertThat(database.flows(id, "DEDUCT")).isEqualTo(2);
        assertThat(database.available(id)).isZero();
        assertThat(database.conserves(id)).isTrue();
        assertThat(total(addStock(id, 1))).isEqualTo(3);
        assertThat(reserve(id, 9).status()).isEqualTo(202);
    }

    @Test
    void shouldNotTakeAwayAUnitThatAShopperReservesAtTheSameMoment() {
        long id = openSale(20);
        List<Callable<Answer>> clicks = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            long user = i + 1;
            clicks.add(() -> reserve(id, user));
            clicks.add(() -> addStock(id, -1));
        }
        List<Answer> answers = Together.run(clicks);
        long reserved =
                answers.stream().filter(answer -> answer.status() == 202).count();
        long taken = answers.stream().filter(answer -> answer.status() == 200).count();
        placement.placeEverything();
        assertThat(database.flows(id, "DEDUCT")).isEqualTo(reserved);
        assertThat(database.available(id)).isEqualTo(20 - taken - reserved);
        assertThat(database.conserves(id)).isTrue();
        await().until(() -> {
            StockGateState gate = gates.state(id).orElseThrow();
            return gate.remaining() == 20 - taken - reserved && gate.total() == 20 - taken && gate.drift() == 0;
        });
    }

    @Test
    void shouldTakeNothingAwayThatATurnOrATicketHas() {
        String entry = ", \"entry\": {\"mode\": \"TICKET\"}";
        long open = withOpenGates(create(5, entry));
        assertThat(addStock(open, -1).problem()).isEqualTo("sale-conflict");
        long later = withOpenGates(create(5, entry + ", \"opensAt\": \"2099-01-01T00:00:00Z\""));
        assertThat(total(addStock(later, -1))).isEqualTo(4);
    }

    @Test
    void shouldSayThatASaleWasCalledOff() {
        long sale = openSale(5);
        assertThat(get("/api/sales/" + sale).body().path("calledOff").asBoolean(true))
                .isFalse();
        String notice = "/internal/called-off-sales/" + sale;
        assertThat(call("POST", notice, admin(), "").status()).isEqualTo(403);
        assertThat(call("POST", notice, service(), "").status()).isEqualTo(200);
        assertThat(get("/api/sales/" + sale).body().path("calledOff").asBoolean())
                .isTrue();
        assertThat(change(sale, "\"closesAt\": \"2099-01-01T00:00:00Z\"")
                        .body()
                        .at("/state")
                        .asString())
                .isEqualTo("SOLD_OUT");
        await().until(() -> reserve(sale, 7).problem().equals("sold-out"));
    }

    /** Also in one by tickets or by a draw, whose end an administrator could not bring forward. */
    @ParameterizedTest
    @EnumSource(EntryMode.class)
    void shouldLetNobodyIntoASaleThatWasCalledOff(EntryMode mode) {
        long sale = withOpenGates(
                create(5, ", \"entry\": {\"mode\": \"%s\"}, \"opensAt\": \"2099-01-01T00:00:00Z\"".formatted(mode)));
        assertThat(call("POST", "/internal/called-off-sales/" + sale, service(), "")
                        .status())
                .isEqualTo(200);
        await().until(() -> gates.campaign(sale).orElseThrow().waitingList());
    }

    @Test
    void shouldChangeNoSaleThatSomebodyElseHasChanged() {
        long sale = openSale(5);
        long seen = get("/api/sales/" + sale).body().path("revision").asLong();
        String mine = "\"revision\": " + seen + ", ";
        Answer changed = change(sale, mine + "\"priceCents\": 90");
        assertThat(changed.body().path("priceCents").asLong()).isEqualTo(90);
        assertThat(change(sale, mine + "\"title\": \"Late\", \"priceCents\": 95")
                        .problem())
                .isEqualTo("sale-conflict");
        assertThat(get("/api/sales/" + sale).body().path("priceCents").asLong()).isEqualTo(90);
    }

    private Answer changeProduct(long product, String members) {
        return call("PATCH", "/api/admin/products/" + product, admin(), "{" + members + "}");
    }

    private static String revision(Answer product) {
        return "\"revision\": " + product.body().path("revision").asLong();
    }

    private List<String> products(String query) {
        return call("GET", "/api/admin/products" + query, admin(), "").body().findValuesAsString("id");
    }

    @Test
    void shouldChangeAProductInItsSalesAndTheirGates() {
        Answer made = call("POST", "/api/admin/products", admin(), "{\"name\": \"A lamp\"}");
        long product = idOf(made);
        long sale = withOpenGates(create(5, ", \"productId\": " + product));
        Answer changed = changeProduct(
                product, revision(made) + ", \"name\": \" A lantern \", \"imageUrl\": \"/images/products/lamp.svg\"");
        assertThat(changed.body().path("name").asString()).isEqualTo("A lantern");
        assertThat(get("/api/sales/" + sale).body().at("/product/name").asString())
                .isEqualTo("A lantern");
        await().until(() -> gates.campaign(sale).orElseThrow().terms().contains("lamp.svg"));

        assertThat(changeProduct(product, revision(made) + ", \"name\": \"Too late\"")
                        .problem())
                .isEqualTo("product-conflict");
        assertThat(changeProduct(product, "\"name\": \"Without a revision\"").problem())
                .isEqualTo("invalid-request");
        for (String invalid : List.of("\"name\": \" \"", "\"imageUrl\": \"//other.example/x.svg\"")) {
            assertThat(changeProduct(product, revision(changed) + ", " + invalid)
                            .problem())
                    .isEqualTo("invalid-request");
        }
        assertThat(changeProduct(999_999, "\"revision\": 1").problem()).isEqualTo("product-not-found");
        Answer byShopper = call("PATCH", "/api/admin/products/" + product, shopper(7), "{\"revision\": 1}");
        assertThat(byShopper.status()).isEqualTo(403);
    }

    @Test
    void shouldSellOnButMakeNoNewSaleOfAWithdrawnProduct() {
        Answer made = call("POST", "/api/admin/products", admin(), "{\"name\": \"A lamp\"}");
        long product = idOf(made);
        String ofIt = ", \"productId\": " + product;
        long sale = withOpenGates(create(5, ofIt));
        Answer withdrawn = changeProduct(product, revision(made) + ", \"withdrawn\": true");
        assertThat(withdrawn.body().path("withdrawn").asBoolean()).isTrue();
        assertThat(products("")).doesNotContain(Long.toString(product));
        assertThat(products("?withdrawn=true")).contains(Long.toString(product));
        assertThat(create(5, ofIt).problem()).isEqualTo("product-withdrawn");
        assertThat(reserve(sale, 7).status()).isEqualTo(202);
        assertThat(get("/api/sales/" + sale).body().at("/product/name").asString())
                .isEqualTo("A lamp");

        changeProduct(product, revision(withdrawn) + ", \"withdrawn\": false");
        assertThat(create(5, ofIt).status()).isEqualTo(201);
    }

    private static long total(Answer answer) {
        return answer.body().path("totalStock").asLong();
    }

    private Answer addStockOnce(long sale, int units, String key) {
        return addStock(sale, Integer.toString(units), "Idempotency-Key", key);
    }

    @Test
    void shouldAddStockOnceForAllCallsWithTheSameKey() {
        long id = openSale(1);
        long other = openSale(1);
        List<Callable<Answer>> clicks = Collections.nCopies(8, () -> addStockOnce(id, 5, "8f2c-1"));
        List<Answer> answers = Together.run(clicks);
        assertThat(answers).extracting(Answer::status).containsOnly(200);
        assertThat(answers).extracting(SaleApiIT::total).containsOnly(6L);
        assertThat(database.available(id)).isEqualTo(6);

        assertThat(total(addStockOnce(id, 5, "8f2c-2"))).isEqualTo(11);
        assertThat(total(addStockOnce(other, 5, "8f2c-1")))
                .as("a key belongs to its sale")
                .isEqualTo(6);

        Answer different = addStockOnce(id, 6, "8f2c-1");
        assertThat(different.status()).isEqualTo(400);
        assertThat(different.body().path("detail").asString()).contains("used before, for another request");
        assertThat(addStockOnce(999_999, 5, "8f2c-1").problem()).isEqualTo("sale-not-found");
        assertThat(addStockOnce(id, 5, "x".repeat(65)).problem()).isEqualTo("invalid-request");
        assertThat(addStockOnce(id, 5, "two words").problem()).isEqualTo("invalid-request");
        assertThat(database.available(id)).isEqualTo(11);
    }

    @Test
    void shouldMakeOneSaleAndOneProductForAllCallsWithTheSameKey() {
        for (String path : List.of("/api/admin/sales", "/api/admin/products")) {
            String body = "{\"title\": \"Once\", \"name\": \"Once\", \"priceCents\": 5, \"initialStock\": 5}";
            List<Answer> answers = Together.run(Collections.nCopies(8, () -> makeOnce(path, body, "made-1")));
            assertThat(answers.stream().map(StockServiceFixture::idOf).distinct())
                    .hasSize(1);
            assertThat(answers)
                    .extracting(answer ->
                            answer.raw().headers().firstValue("Location").orElseThrow())
                    .allMatch(location -> location.endsWith("/" + idOf(answers.getFirst())));

            assertThat(idOf(makeOnce(path, body, "made-2"))).isNotEqualTo(idOf(answers.getFirst()));
            Answer different = makeOnce(path, body.replace("Once", "Twice"), "made-1");
            assertThat(different.status()).isEqualTo(400);
            assertThat(different.body().path("detail").asString()).contains("used before, for another request");
            assertThat(makeOnce(path, body, "two words").problem()).isEqualTo("invalid-request");
        }
    }

    /** A request that was refused has not used its key. */
    @Test
    void shouldMakeTheSaleUnderTheKeyOfARefusedRequest() {
        String body = "{\"title\": \"Once\", \"priceCents\": 5, \"initialStock\": 5%s}";
        String path = "/api/admin/sales";
        assertThat(makeOnce(path, body.formatted(", \"buckets\": 17"), "made-3").problem())
                .isEqualTo("invalid-request");
        assertThat(makeOnce(path, body.formatted(", \"productId\": 999999"), "made-3")
                        .problem())
                .isEqualTo("product-not-found");
        assertThat(makeOnce(path, body.formatted(""), "made-3").status()).isEqualTo(201);
    }

    private Answer makeOnce(String path, String body, String key) {
        return call("POST", path, admin(), body, "Idempotency-Key", key);
    }

    /**
     * MySQL lost the sale and its product: after a fail-over, or by the restore of a backup. Redis, Kafka, orders and
     * coupons still know them.
     */
    @Test
    void shouldNotGiveTheNumbersOfALostSaleToTheNextOne() {
        long lost = openSale(1);
        long product = productOf(lost);
        database.execute("DELETE FROM stock WHERE sale_id = " + lost);
        database.execute("DELETE FROM sale WHERE id = " + lost);
        database.execute("DELETE FROM product WHERE id = " + product);
        database.execute("ALTER TABLE sale AUTO_INCREMENT = " + lost); // as a dump and a replica have it
        database.execute("ALTER TABLE product AUTO_INCREMENT = " + product);

        long next = openSale(1);
        assertThat(next).isNotEqualTo(lost);
        assertThat(productOf(next)).isNotEqualTo(product);
        long more = idOf(call("POST", "/api/admin/products", admin(), "{\"name\": \"A lamp\"}"));
        assertThat(more).isNotIn(product, productOf(next));
    }

    private long productOf(long sale) {
        return Long.parseLong(get("/api/sales/" + sale).body().at("/product/id").asString());
    }

    @Test
    void shouldLeaveNoProductBehindWhenItsSaleCannotBeMade() {
        String products = "product WHERE name = 'Of a sale that cannot be made'";
        String product = ", \"product\": {\"name\": \"Of a sale that cannot be made\"}";
        database.execute("ALTER TABLE stock ADD CONSTRAINT no_sale_of_4242 CHECK (initial <> 4242)");
        try {
            Answer failed = create(4_242, product);
            assertThat(failed.status()).as(failed.raw().body()).isGreaterThanOrEqualTo(500);
        } finally {
            database.execute("ALTER TABLE stock DROP CONSTRAINT no_sale_of_4242");
        }
        assertThat(database.count(products)).isZero();
        create(1, product);
        assertThat(database.count(products)).isEqualTo(1);
    }
}
