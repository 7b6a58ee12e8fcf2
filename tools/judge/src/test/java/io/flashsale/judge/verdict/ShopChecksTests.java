package io.flashsale.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.flashsale.judge.adapter.ShopAdapter.DrainedQueries;
import io.flashsale.judge.adapter.ShopAdapter.TruthQueries;
import io.flashsale.judge.verdict.ShopFinding.Kind;
import io.flashsale.judge.verdict.ShopTruth.RecordedOrder;
import io.flashsale.loadtest.results.Sample;
import io.flashsale.loadtest.results.SampleOutcome;
import io.flashsale.loadtest.results.SampleOutcome.Accepted;
import io.flashsale.loadtest.results.SampleOutcome.Indeterminate;
import io.flashsale.loadtest.results.SampleOutcome.Refused;
import io.flashsale.loadtest.results.SampleOutcome.Unexpected;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.verdict.RunOutcome;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Four units; shoppers a, b, … click once unless a test says otherwise. */
class ShopChecksTests {

    private static final long UNITS = 4;
    private static final TruthQueries QUERIES =
            new TruthQueries("", null, "", null, new DrainedQueries(null, null, 1, null));
    private static final ShopTruth BEFORE =
            new ShopTruth(List.of(new RecordedOrder("old", "z", true)), UNITS, UNITS, 0L);

    private final Map<Sample, SampleOutcome> clicks = new LinkedHashMap<>();
    private final List<RecordedOrder> orders = new ArrayList<>(BEFORE.orders());

    private void click(String user, SampleOutcome outcome) {
        clicks.put(new Sample(clicks.size(), 1, "reserve", "200", true, "", user, "", "", "", "", ""), outcome);
    }

    private void bought(String user, String order) {
        click(user, new Accepted(order));
        order(order, user);
    }

    private void order(String id, String user) {
        orders.add(new RecordedOrder(id, user, true));
    }

    private Tally tally() {
        return Tally.of(List.copyOf(clicks.keySet()), sample -> Objects.requireNonNull(clicks.get(sample)), 1);
    }

    private List<ShopFinding> findings(ShopTruth after) {
        return ShopChecks.of(BEFORE, after, tally(), 1, UNITS, clicks.size());
    }

    private List<Kind> kinds(@Nullable Long stock, @Nullable Long redis, @Nullable Long buyers) {
        return findings(new ShopTruth(orders, stock, redis, buyers)).stream()
                .map(ShopFinding::kind)
                .toList();
    }

    private RunVerdict verdict(int sent) {
        return verdict(sent, null);
    }

    private RunVerdict verdict(int sent, @Nullable Long stock) {
        ShopTruth after = new ShopTruth(orders, stock, null, null);
        return ShopVerdict.of(tally(), sent, UNITS, BEFORE, after, QUERIES, findings(after));
    }

    @Test
    void findsNothingInACorrectSale() {
        bought("a", "1");
        bought("b", "2");
        click("c", new Refused("sold-out"));
        click("d", new Indeterminate("SocketTimeoutException"));
        order("3", "d");

        assertThat(kinds(1L, 1L, 3L)).isEmpty();
        assertThat(verdict(4).outcome()).isEqualTo(RunOutcome.PASS);
    }

    @Test
    void countsUnitsThatWereSoldTwice() {
        for (int i = 1; i <= 5; i++) {
            bought("user" + i, String.valueOf(i));
        }

        assertThat(kinds(-1L, -1L, 5L)).containsExactly(Kind.OVERSOLD);
        assertThat(verdict(5).line()).isEqualTo("FAIL  oversold by 1: 5 orders for 4 units");
    }

    @Test
    void findsAShopperWithTwoOrders() {
        bought("a", "1");
        order("2", "a");

        assertThat(kinds(2L, 2L, 1L)).containsExactly(Kind.BOUGHT_TWICE);
    }

    @Test
    void allowsAsManyOrdersAsTheLimitAndExpectsAnOrderForEachOfThem() {
        bought("a", "1");
        bought("a", "2");
        click("b", new Accepted(""));
        click("b", new Accepted(""));
        click("b", new Accepted(""));
        order("3", "b");

        List<ShopFinding> found =
                ShopChecks.of(BEFORE, new ShopTruth(orders, null, null, null), tally(), 2, UNITS, clicks.size());
        assertThat(found)
                .extracting(ShopFinding::kind, ShopFinding::count)
                .containsExactly(tuple(Kind.ACCEPTED_AND_LOST, 1L));
        assertThat(kinds(null, null, null)).containsExactly(Kind.BOUGHT_TWICE);
    }

    @Test
    void findsAcceptedPurchasesWithoutAnOrder() {
        bought("a", "1");
        click("b", new Accepted("2"));
        click("c", new Accepted(""));

        assertThat(findings(new ShopTruth(orders, 3L, null, null)))
                .extracting(ShopFinding::kind, ShopFinding::count, ShopFinding::example)
                .containsExactly(tuple(Kind.ACCEPTED_AND_LOST, 2L, "shopper b was promised order 2"));
    }

    @Test
    void notesThatAPromiseToMoreShoppersThanThereAreUnitsMayBeNone() {
        for (int i = 1; i <= 6; i++) {
            click("user" + i, new Accepted(""));
        }
        order("1", "user1");

        assertThat(verdict(6).outcome()).isEqualTo(RunOutcome.FAIL);
        assertThat(verdict(6).notes()).anyMatch(note -> note.endsWith("its rule is undecided"));
    }

    @Test
    void saysWhatWasNotCheckedIfNoAnswerPromisedAnOrder() {
        click("a", new Indeterminate("undecided: 200 queued"));
        order("1", "a");

        assertThat(verdict(1).line())
                .isEqualTo("PASS  1 clicks of 1 shoppers on 4 units: 0 accepted, 0 refused, 1 left open, 1 orders");
        assertThat(verdict(1).notes()).contains("accepted-and-lost was not checked: no answer promised an order");
    }

    @Test
    void knowsACancelledOrderAndARepeatedAcceptanceWithoutAnId() {
        click("a", new Accepted("1"));
        orders.add(new RecordedOrder("1", "a", false));
        click("b", new Accepted(""));
        click("b", new Accepted(""));
        order("2", "b");

        assertThat(kinds(3L, 3L, 1L)).isEmpty();
    }

    @Test
    void findsAnOrderOfAnotherShopper() {
        click("a", new Accepted("1"));
        order("1", "b");

        assertThat(kinds(3L, 3L, 1L)).containsExactly(Kind.ACCEPTED_AND_LOST, Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void findsAnOrderThatNoAnswerExplains() {
        click("a", new Refused("sold-out"));
        order("1", "a");

        assertThat(kinds(3L, 3L, 1L)).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    /** As when JMeter ends early, or its disk is full. */
    @Test
    void blamesNoShopForAnOrderWhoseAnswerMayNotHaveBeenRecorded() {
        click("a", new Refused("sold-out"));
        order("1", "b");
        ShopTruth after = new ShopTruth(orders, null, null, null);

        assertThat(ShopChecks.of(BEFORE, after, tally(), 1, UNITS, 2)).isEmpty();
        assertThat(kinds(null, null, null)).containsExactly(Kind.ORDER_FROM_NOWHERE);
    }

    @Test
    void countsBuyersInRedisWithoutThoseFromBefore() {
        bought("a", "1");
        bought("b", "2");
        ShopTruth before = new ShopTruth(BEFORE.orders(), UNITS, UNITS, 7L);

        assertThat(ShopChecks.of(before, new ShopTruth(orders, 2L, 2L, 9L), tally(), 1, UNITS, 2))
                .isEmpty();
        assertThat(ShopChecks.of(before, new ShopTruth(orders, 2L, 2L, 12L), tally(), 1, UNITS, 2))
                .extracting(ShopFinding::kind, ShopFinding::count)
                .containsExactly(tuple(Kind.REDIS_AND_DATABASE_DIFFER, 3L));
    }

    @Test
    void comparesStockOrdersAndRedisWhereTheAdapterReadsThem() {
        bought("a", "1");

        assertThat(kinds(1L, 1L, 1L)).containsExactly(Kind.STOCK_DOES_NOT_ADD_UP);
        assertThat(kinds(4L, 4L, 1L)).containsExactly(Kind.STOCK_DOES_NOT_ADD_UP);
        assertThat(kinds(3L, 2L, 1L)).containsExactly(Kind.REDIS_AND_DATABASE_DIFFER);
        assertThat(kinds(3L, 4L, 1L)).containsExactly(Kind.REDIS_AND_DATABASE_DIFFER);
        assertThat(kinds(3L, null, 0L)).containsExactly(Kind.REDIS_AND_DATABASE_DIFFER);
        assertThat(kinds(3L, null, 2L)).containsExactly(Kind.REDIS_AND_DATABASE_DIFFER);
        assertThat(kinds(null, null, null)).isEmpty();
    }

    @Test
    void notesThatAShopWithUnitsLeftShowsLittle() {
        bought("a", "1");
        assertThat(verdict(1, 3L).notes()).contains("oversold was not tried: 1 of 4 units were sold");

        click("b", new Refused("sold-out"));
        assertThat(verdict(2, 3L).notes()).contains("3 units are left, although 1 clicks were told sold-out");
        assertThat(verdict(2, 0L).notes()).noneMatch(note -> note.contains("are left"));
        for (int i = 2; i <= UNITS; i++) {
            bought("user" + i, String.valueOf(i));
        }
        assertThat(verdict(5, 0L).notes()).noneMatch(note -> note.contains("not tried"));
    }

    @Test
    void isUnmeasuredIfTheShopDidNotDrain() {
        bought("a", "1");

        assertThat(ShopVerdict.of(tally(), 1, UNITS, BEFORE, null, QUERIES, List.of())
                        .line())
                .isEqualTo("UNMEASURED  the shop did not drain in time: look at truth.drained of the adapter");
    }

    @Test
    void saysWhereThePreparedStockIsMissing() {
        BEFORE.requireStock(UNITS);

        assertThatThrownBy(() -> BEFORE.requireStock(5)).hasMessageContaining("truth.stock says 4");
        assertThatThrownBy(() -> new ShopTruth(List.of(), 5L, 4L, null).requireStock(5))
                .hasMessageContaining("truth.redis.stock says 4");
    }

    @Test
    void isUnmeasuredIfAnAnswerHasNoRuleAShopperDidNotClickOrNothingWasSold() {
        click("a", new Refused("sold-out"));
        assertThat(verdict(1).line()).isEqualTo("UNMEASURED  no click was accepted, most were refused: 1 × sold-out");

        bought("b", "1");
        assertThat(verdict(3).line()).isEqualTo("UNMEASURED  only 2 of 3 clicks were recorded: see jmeter.log");

        click("c", new Unexpected("302 without a body"));
        assertThat(verdict(3).line())
                .isEqualTo("UNMEASURED  answers lacks a rule for 1 answers, most of them: 1 × 302 without a body");
        assertThat(verdict(3).notes()).contains("Redis was not compared: the adapter has no truth.redis");
    }
}
