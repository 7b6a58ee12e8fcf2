package io.flashsale.judge.report;

import com.samskivert.mustache.Template;
import io.flashsale.judge.verdict.ShopFinding;
import io.flashsale.judge.verdict.ShopFinding.Kind;
import io.flashsale.loadtest.report.Chart;
import io.flashsale.loadtest.report.PageTemplate;
import io.flashsale.loadtest.report.VerdictCharts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** {@code judged.mustache} with the facts: one self-contained file, without a script. */
record JudgedPage(JudgedFacts facts) {

    private static final Template TEMPLATE = PageTemplate.load(JudgedPage.class, "judged.mustache");

    record JudgedTile(String name, long value, boolean alarm) {}

    /** One check: what it asks, and what it found. */
    record CheckLine(String kind, String asks, String found, boolean violated) {}

    String html() {
        return TEMPLATE.execute(this);
    }

    String mood() {
        return facts.verdict().outcome().name().toLowerCase(Locale.ROOT);
    }

    String mark() {
        return switch (facts.verdict().outcome()) {
            case PASS -> "✓";
            case FAIL -> "✗";
            case UNMEASURED, INTERRUPTED -> "?";
        };
    }

    List<JudgedTile> tiles() {
        return List.of(
                new JudgedTile("units on offer", facts.units(), false),
                new JudgedTile("orders", facts.sold(), facts.sold() > facts.units()),
                new JudgedTile("clicks", facts.tally().clicks(), false),
                new JudgedTile("accepted", facts.tally().accepted().size(), false),
                new JudgedTile("refused", facts.tally().refusedInAll(), false),
                new JudgedTile("left open", facts.tally().indeterminateInAll(), false),
                new JudgedTile("accepted a second", facts.rates().accepted(), false),
                new JudgedTile("sold out a second", facts.rates().soldOut(), false),
                new JudgedTile("95 % within, ms", facts.tally().latency().p95(), false));
    }

    /** The answers over time, and how long they took; none without clicks. */
    List<Chart> charts() {
        return facts.tally().slices().isEmpty()
                ? List.of()
                : new VerdictCharts(facts.tally(), List.of()).overTime().subList(0, 2);
    }

    List<VerdictCharts.Bar> answers() {
        return facts.tally().slices().isEmpty() ? List.of() : new VerdictCharts(facts.tally(), List.of()).answers();
    }

    List<CheckLine> checks() {
        return Stream.of(Kind.values()).map(this::line).toList();
    }

    private CheckLine line(Kind kind) {
        List<ShopFinding> found = facts.findings().stream()
                .filter(finding -> finding.kind() == kind)
                .toList();
        String asks = switch (kind) {
            case OVERSOLD -> "Do more orders hold a unit than there were units?";
            case BOUGHT_TWICE -> "Has a shopper more than " + facts.limit() + "?";
            case ACCEPTED_AND_LOST -> "Has each accepted purchase an order?";
            case ORDER_FROM_NOWHERE -> "Does an answer explain each order?";
            case STOCK_DOES_NOT_ADD_UP -> "Are the units that left the stock those in the orders?";
            case REDIS_AND_DATABASE_DIFFER -> "Do Redis and the database say the same?";
        };
        if (!found.isEmpty()) {
            ShopFinding finding = found.getFirst();
            return new CheckLine(
                    kind.slug(),
                    asks,
                    finding.sentence() + (finding.example().isEmpty() ? "" : "; for example " + finding.example()),
                    true);
        }
        return new CheckLine(kind.slug(), asks, unchecked(kind), false);
    }

    /** What to say of a check that found nothing: it may not have been able to. */
    private String unchecked(Kind kind) {
        if (!facts.drained() && kind != Kind.OVERSOLD && kind != Kind.BOUGHT_TWICE) {
            return "not checked: the shop did not drain";
        }
        if (kind == Kind.ORDER_FROM_NOWHERE && facts.tally().clicks() < facts.sent()) {
            return "not checked: JMeter did not record all answers";
        }
        if (kind == Kind.OVERSOLD && facts.sold() < facts.units()) {
            return "not tried: %d of %d units were sold".formatted(facts.sold(), facts.units());
        }
        if (kind == Kind.BOUGHT_TWICE
                && facts.tally().clicks() <= facts.tally().users().size()) {
            return "nothing found, although no shopper clicked twice: one-per-user does that";
        }
        if (kind == Kind.ACCEPTED_AND_LOST && facts.tally().accepted().isEmpty()) {
            return "not checked: no answer promised an order";
        }
        boolean unread = (kind == Kind.STOCK_DOES_NOT_ADD_UP && facts.after().stock() == null)
                || (kind == Kind.REDIS_AND_DATABASE_DIFFER
                        && facts.after().redisStock() == null
                        && facts.after().redisBuyers() == null);
        return unread ? "not checked: the adapter does not read it" : "nothing found";
    }

    /** All answers that no rule knows, or that left the effect open. */
    List<VerdictCharts.Bar> surprises() {
        List<VerdictCharts.Bar> rows = new ArrayList<>();
        facts.tally().unexpected().forEach((what, count) -> rows.add(new VerdictCharts.Bar(what, "", 0, count)));
        facts.tally().indeterminate().forEach((what, count) -> rows.add(new VerdictCharts.Bar(what, "", 0, count)));
        return rows;
    }
}
