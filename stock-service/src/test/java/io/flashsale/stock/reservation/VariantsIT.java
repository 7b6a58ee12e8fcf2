package io.flashsale.stock.reservation;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.spring.reconciliation.Comparison;
import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.Deductions.Outcome;
import io.flashsale.stock.Reconciliations;
import io.flashsale.stock.StockServiceFixture;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.UncategorizedDataAccessException;
import tools.jackson.databind.JsonNode;

/** Variants of a product in one sale: each has its own stock and price, and a shopper has one limit for all of them. */
class VariantsIT extends StockServiceFixture {

    private static final AtomicLong ORDER_IDS = new AtomicLong(16L << 50);

    private static final String TWO = """
            {"name": "Red || 红", "initialStock": 3}, {"name": "Blue || 蓝", "priceCents": 250, "initialStock": 5}""";

    @Autowired
    private Reconciliations reconciliations;

    @BeforeEach
    void nothingIsUnderWay() {
        placement.placeEverything();
    }

    private Answer createFamily(String variants, String more) {
        return call("POST", "/api/admin/sales", admin(), """
                {"title": "A shirt || 衬衫", "priceCents": 100, "listPriceCents": 200, "variants": [%s]%s}
                """.formatted(variants, more));
    }

    /** The ids of the variants, once all gates are open. */
    private List<Long> family(String variants, String more) {
        Answer created = createFamily(variants, more);
        List<Long> ids = new ArrayList<>(List.of(idOf(created)));
        created.body()
                .path("variants")
                .valueStream()
                .map(VariantsIT::id)
                .skip(1)
                .forEach(ids::add);
        ids.forEach(sale -> await().until(() ->
                gates.state(sale).filter(gate -> !gate.rebuilding()).isPresent() || next(warmUps)));
        return ids;
    }

    private static long id(JsonNode sale) {
        return Long.parseLong(sale.path("id").asString());
    }

    private JsonNode sale(long id) {
        return get("/api/sales/" + id).body();
    }

    @Test
    void shouldListAFamilyOnceAndShowItsVariants() {
        List<Long> ids = family(TWO, ", \"product\": {\"name\": \"Of two colours\"}");
        assertThat(ids).hasSize(2).extracting(Shards::of).containsOnly(Shards.of(ids.getFirst()));
        JsonNode listed = get("/api/sales?q=of+two+colours").body();
        assertThat(listed).hasSize(1);
        assertThat(id(listed.get(0))).isEqualTo(ids.getFirst());
        for (JsonNode shown : List.of(listed.get(0), sale(ids.getFirst()), sale(ids.getLast()))) {
            JsonNode variants = shown.path("variants");
            assertThat(variants).extracting(VariantsIT::id).containsExactlyElementsOf(ids);
            assertThat(variants.get(0).path("name").asString()).isEqualTo("Red || 红");
            assertThat(variants.get(1).path("priceCents").asLong()).isEqualTo(250);
            assertThat(variants.get(1).path("listPriceCents").asLong()).isEqualTo(250);
            assertThat(variants.get(1).path("remaining").asLong()).isEqualTo(5);
        }
        assertThat(sale(ids.getLast()).path("variant").asString()).isEqualTo("Blue || 蓝");
        assertThat(sale(ids.getLast()).path("title").asString()).isEqualTo("A shirt || 衬衫");
        assertThat(gates.campaign(ids.getLast()).orElseThrow().terms())
                .contains("\"title\":\"A shirt, Blue || 衬衫，蓝\"", "\"priceCents\":250");
        assertThat(sale(openSale(1)).has("variants")).isFalse();
    }

    /** Also if all names together are longer than MySQL joins by default. */
    @Test
    void shouldFindAFamilyByTheNameOfAnyVariant() {
        String unique = "n" + ORDER_IDS.incrementAndGet();
        String variants = IntStream.rangeClosed(1, Campaign.MAX_FAMILY)
                .mapToObj(size -> "{\"name\": \"%1$s Size %2$d || %3$s%1$s %2$d\", \"initialStock\": 1}"
                        .formatted(unique, size, "尺".repeat(40)))
                .collect(joining(","));
        List<Long> ids = family(variants, ", \"opensAt\": \"2099-01-01T00:00:00Z\"");
        for (String q : List.of(unique + " size 12", "尺" + unique + " 12", unique + " SIZE 1")) {
            JsonNode listed = get("/api/sales?q=" + URLEncoder.encode(q, StandardCharsets.UTF_8))
                    .body();
            assertThat(listed).as(q).extracting(VariantsIT::id).containsExactly(ids.getFirst());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'name': 'A', 'initialStock': 1}",
                "{'name': 'A', 'initialStock': 1}, {'name': ' A', 'initialStock': 1}",
                "{'name': 'A', 'initialStock': 1}, {'name': '', 'initialStock': 1}",
                "{'name': 'A || 甲', 'initialStock': 1}, {'name': 'B || 甲', 'initialStock': 1}",
                "{'name': 'A || 甲', 'initialStock': 1}, {'name': 'A || 乙', 'initialStock': 1}",
                "{'name': 'A || 甲', 'initialStock': 1}, {'name': 'A', 'initialStock': 1}",
                "{'name': 'A || 甲', 'initialStock': 1}, {'name': '甲', 'initialStock': 1}",
                "{'name': 'A', 'initialStock': 1}, {'name': 'B'}",
                "{'name': 'A', 'initialStock': 1}, null",
                "{'name': 'A', 'initialStock': 1}, {'name': 'B', 'priceCents': -1, 'initialStock': 1}",
                "{'name': 'A', 'initialStock': 1}, {'name': 'B', 'initialStock': 1}], 'initialStock': 5, 'more': [",
                "{'name': 'A', 'initialStock': 1}, {'name': 'B', 'initialStock': 1}], 'buckets': 2, 'more': [",
                "{'name': 'A', 'initialStock': 1}, {'name': 'B', 'initialStock': 1}], 'entry': {'mode': 'QUEUE'}, 'more': ["
            })
    void shouldRefuseWhatIsNoFamily(String variants) {
        assertThat(createFamily(variants.replace('\'', '"'), "").problem()).isEqualTo("invalid-request");
    }

    @Test
    void shouldRefuseMorePlacesThanAClickCanLookAt() {
        String four = TWO + ", {\"name\": \"C\", \"initialStock\": 1}, {\"name\": \"D\", \"initialStock\": 1}";
        assertThat(createFamily(four, ", \"purchaseLimit\": 16").problem()).isEqualTo("invalid-request");
        long sale = idOf(createFamily(four, ", \"purchaseLimit\": 15, \"opensAt\": \"2099-01-01T00:00:00Z\""));
        assertThat(change(sale, "\"purchaseLimit\": 16").problem()).isEqualTo("invalid-request");
    }

    @Test
    void shouldSellTheOthersWhenOneIsCalledOff() {
        List<Long> ids = family(TWO, "");
        long red = ids.getFirst();
        assertThat(call("POST", "/internal/called-off-sales/" + red, service(), "")
                        .status())
                .isEqualTo(200);
        await().until(() -> reserve(red, 21).problem().equals("sold-out"));
        assertThat(reserve(ids.getLast(), 22).status()).isEqualTo(202);
        JsonNode shown = sale(red).path("variants");
        assertThat(shown)
                .extracting(variant -> variant.path("calledOff").asBoolean())
                .containsExactly(true, false);
        assertThat(sale(ids.getLast()).path("state").asString()).isEqualTo("OPEN");
    }

    @Test
    void shouldMakeAFamilyOnce() {
        String body = "{\"title\": \"Once\", \"priceCents\": 100, \"variants\": [" + TWO + "]}";
        String[] key = {"Idempotency-Key", "family-" + ORDER_IDS.incrementAndGet()};
        Answer first = call("POST", "/api/admin/sales", admin(), body, key);
        Answer again = call("POST", "/api/admin/sales", admin(), body, key);
        assertThat(idOf(again)).isEqualTo(idOf(first));
        assertThat(again.body().path("variants")).hasSize(2);
    }

    @Test
    void shouldGiveAShopperOneUnitOfAllVariantsAndNameItsOrder() {
        List<Long> ids = family(TWO, "");
        List<Callable<Answer>> clicks = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.forEach(sale -> clicks.add(() -> reserve(sale, 7)));
        }
        List<Answer> answers = Together.run(clicks);
        List<Long> accepted = answers.stream()
                .filter(answer -> answer.status() == 202)
                .map(StockServiceFixture::orderOf)
                .toList();
        assertThat(accepted).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() != 202)).allSatisfy(answer -> {
            assertThat(answer.problem()).isEqualTo("already-purchased");
            assertThat(answer.body().path("orderId").asString())
                    .isEqualTo(accepted.getFirst().toString());
        });
    }

    @Test
    void shouldLetAShopperBuyAnotherVariantAfterACancellation() {
        List<Long> ids = family(TWO, "");
        long order = reserved(ids.getFirst(), 7);
        placement.placeEverything();
        assertThat(reserve(ids.getLast(), 7).problem()).isEqualTo("already-purchased");
        kafka.send(
                        OrderReleased.TOPIC,
                        ids.getFirst().toString(),
                        json.writeValueAsBytes(new OrderReleased(order, ids.getFirst(), 7, Reason.CANCELLED)))
                .join();
        await().until(() -> reserve(ids.getLast(), 7).status() == 202);
        placement.placeEverything();
        assertThat(database.available(ids.getFirst())).isEqualTo(3);
        assertThat(database.available(ids.getLast())).isEqualTo(4);
        assertThat(database.count("family_unit WHERE family_id = " + ids.getFirst()))
                .isEqualTo(1);
    }

    @Test
    void shouldWarmUpUntilAllVariantsHaveTheirGatesAgain() {
        List<Long> ids = family(TWO, "");
        reserved(ids.getFirst(), 7); // not placed yet, so the rebuild waits
        gate(ids.getFirst()).delete();
        assertThat(reserve(ids.getLast(), 8).problem()).isEqualTo("sale-warming-up");
        placement.placeEverything();
        awaitGate(ids.getFirst());
        await().until(() -> reserve(ids.getLast(), 7).problem().equals("already-purchased") || next(warmUps));
        reserved(ids.getLast(), 8);
        placement.placeEverything();
        ids.forEach(sale -> assertThat(reconciliations.settled(sale)).isEqualTo(new Comparison.Agreed()));
    }

    @Test
    void shouldRebuildAGateThatDoesNotKnowItsFamily() {
        List<Long> ids = family(TWO, "");
        gate(ids.getLast()).remove("family");
        assertThat(reconciliations.settled(ids.getLast())).isInstanceOf(Comparison.Drifted.class);
    }

    /** Whatever Redis admitted: as it forgot who had a unit, or does not know the family. */
    @Test
    void shouldDeductNoMoreThanTheLimitOverAllVariants() {
        List<Long> ids = family(
                "{\"name\": \"S\", \"initialStock\": 50}, {\"name\": \"M\", \"initialStock\": 50},"
                        + " {\"name\": \"L\", \"initialStock\": 50}",
                ", \"purchaseLimit\": 2");
        List<Callable<Deductions>> batches = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            long sale = ids.get(i % 3);
            List<Deduct.Line> orders = List.of(line(7), line(8));
            batches.add(() -> ledger.deduct(sale, orders).orElseThrow());
            batches.add(batches.getLast());
        }
        List<Deductions> answers = Together.run(batches);
        for (Deductions answer : answers) {
            assertThat(answer.orders())
                    .extracting(Deductions.Line::outcome)
                    .isSubsetOf(Outcome.DEDUCTED, Outcome.LIMIT_REACHED);
        }
        assertThat(ids.stream()
                        .mapToLong(sale -> database.flows(sale, "DEDUCT"))
                        .sum())
                .isEqualTo(2 * 2);
        assertThat(database.count("family_unit WHERE family_id = " + ids.getFirst()))
                .isEqualTo(2 * 2);
        ids.forEach(sale -> assertThat(database.conserves(sale)).isTrue());
    }

    private static Deduct.Line line(long user) {
        return new Deduct.Line(ORDER_IDS.incrementAndGet(), user, 100, 1);
    }

    @Test
    void shouldGiveTheSlotOfAnEndedOrderToAnother() {
        List<Long> ids = family(TWO, "");
        Deduct.Line first = line(7);
        assertThat(outcome(ids.getFirst(), first)).isEqualTo(Outcome.DEDUCTED);
        assertThat(outcome(ids.getFirst(), first)).as("repeated").isEqualTo(Outcome.DEDUCTED);
        Deduct.Line second = new Deduct.Line(ORDER_IDS.incrementAndGet(), 7, 250, 1);
        assertThat(outcome(ids.getLast(), second)).isEqualTo(Outcome.LIMIT_REACHED);
        OrderReleased ended = new OrderReleased(first.orderId(), ids.getFirst(), 7, Reason.CANCELLED);
        ledger.release(ids.getFirst(), List.of(ended));
        ledger.release(ids.getFirst(), List.of(ended));
        assertThat(outcome(ids.getLast(), second)).isEqualTo(Outcome.DEDUCTED);
        assertThat(database.available(ids.getFirst())).isEqualTo(3);
    }

    private Outcome outcome(long sale, Deduct.Line order) {
        return ledger.deduct(sale, List.of(order))
                .orElseThrow()
                .orders()
                .getFirst()
                .outcome();
    }

    @Test
    void shouldChangeTitleWindowAndLimitOfAllVariantsAndThePriceOfOne() {
        List<Long> ids = family(TWO, ", \"opensAt\": \"2098-01-01T00:00:00Z\", \"closesAt\": \"2099-01-01T00:00:00Z\"");
        long first = sale(ids.getFirst()).path("revision").asLong();
        Answer changed = change(
                ids.getLast(),
                "\"title\": \"Renamed\", \"priceCents\": 300, \"listPriceCents\": 400, \"purchaseLimit\": 3,"
                        + " \"closesAt\": \"2099-02-01T00:00:00Z\"");
        assertThat(changed.status()).isEqualTo(200);
        for (long id : ids) {
            await().untilAsserted(
                            () -> assertThat(sale(id).path("title").asString()).isEqualTo("Renamed"));
            assertThat(sale(id).path("closesAt").asString()).isEqualTo("2099-02-01T00:00:00Z");
            assertThat(sale(id).path("purchaseLimit").asInt()).isEqualTo(3);
            await().until(() -> gates.campaign(id).orElseThrow().perUser() == 3);
        }
        assertThat(sale(ids.getFirst()).path("priceCents").asLong()).isEqualTo(100);
        assertThat(sale(ids.getLast()).path("priceCents").asLong()).isEqualTo(300);
        long second = sale(ids.getFirst()).path("revision").asLong();
        assertThat(second).isGreaterThan(first);
        change(ids.getLast(), "\"priceCents\": 350");
        assertThat(sale(ids.getFirst()).path("revision").asLong())
                .as("not concerned")
                .isEqualTo(second);
        for (String refused : List.of("\"entry\": {\"mode\": \"TICKET\"}", "\"buckets\": 2")) {
            assertThat(change(ids.getLast(), refused).problem()).as(refused).isEqualTo("invalid-request");
        }
    }

    @Test
    void shouldNotChangeTheLimitOnceAVariantIsSold() {
        List<Long> ids = family(TWO, "");
        reserved(ids.getFirst(), 7);
        placement.placeEverything();
        String later = "\"opensAt\": \"2098-01-01T00:00:00Z\", \"closesAt\": \"2099-01-01T00:00:00Z\"";
        assertThat(change(ids.getLast(), later).status()).isEqualTo(200);
        assertThat(change(ids.getLast(), "\"purchaseLimit\": 2").problem()).isEqualTo("invalid-request");
    }

    @Test
    void shouldLetTheDatabaseRefuseASecondUnitInOneSlot() {
        List<Long> ids = family(TWO, "");
        long family = ids.getFirst();
        database.execute("INSERT INTO family_unit VALUES (" + family + ", 7, 1, 1)");
        for (String wrong : List.of(
                "INSERT INTO family_unit VALUES (" + family + ", 7, 1, 2)",
                "INSERT INTO family_unit VALUES (" + family + ", 7, 21, 3)",
                "UPDATE sale SET variant = NULL WHERE id = " + family,
                "UPDATE sale SET entry_mode = 'QUEUE' WHERE id = " + family)) {
            assertThatThrownBy(() -> database.execute(wrong))
                    .as(wrong)
                    .isInstanceOfAny(DataIntegrityViolationException.class, UncategorizedDataAccessException.class);
        }
    }
}
