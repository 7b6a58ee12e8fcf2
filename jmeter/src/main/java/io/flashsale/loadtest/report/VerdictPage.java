package io.flashsale.loadtest.report;

import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.report.Chart.Column;
import io.flashsale.loadtest.report.Chart.Line;
import io.flashsale.loadtest.report.Chart.Point;
import io.flashsale.loadtest.results.Bucket;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.shop.Observation;
import io.flashsale.loadtest.verdict.Audit;
import io.flashsale.loadtest.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The verdict as one file that needs nothing else: no script, no network; light, dark and on paper. */
final class VerdictPage {

    private static final String ACCEPTED = "accepted";
    private static final String BAD = "unexpected or no answer";
    private static final Map<String, String> COLOURS =
            Map.of(ACCEPTED, "c-good", "sold-out", "c-calm", "already-purchased", "c-warm", BAD, "c-bad");

    private final Facts facts;
    private final Verdict verdict;
    private final boolean dashboard;
    private final @Nullable Audit audit;

    VerdictPage(Facts facts, Verdict verdict, boolean dashboard) {
        this.facts = facts;
        this.verdict = verdict;
        this.dashboard = dashboard;
        this.audit = facts.audit() == null ? null : Audit.of(facts.audit());
    }

    String html() {
        String title = verdict.outcome() + ": " + facts.plan().title();
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <style>
                %s</style>
                </head>
                <body>
                <main>
                %s%s%s%s%s%s%s</main>
                </body>
                </html>
                """.formatted(
                Html.text(title), style(), head(), figures(), charts(), invariants(), books(), answers(), run());
    }

    private static String style() {
        try (InputStream in = VerdictPage.class.getResourceAsStream("verdict.css")) {
            if (in == null) {
                throw new IllegalStateException("verdict.css is missing: build the module with Maven.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String head() {
        String path = facts.target() == Target.NAIVE ? "the naive path" : "the real path";
        return """
                <header class="%s">
                <p class="outcome"><span class="mark" aria-hidden="true">%s</span>%s</p>
                <div>
                <h1>%s on %s</h1>
                <p>%s</p>
                %s%s</div>
                </header>
                """.formatted(
                        verdict.outcome().name().toLowerCase(Locale.ROOT),
                        mark(),
                        verdict.outcome(),
                        Html.text(facts.plan().title()),
                        path,
                        Html.text(verdict.summary()),
                        list("reasons", verdict.reasons()),
                        list("notes", verdict.notes()));
    }

    private String mark() {
        return switch (verdict.outcome()) {
            case PASS -> "✓";
            case FAIL -> "✗";
            case UNMEASURED -> "?";
            case INTERRUPTED -> "■";
        };
    }

    private static String list(String name, List<String> items) {
        return items.isEmpty()
                ? ""
                : items.stream()
                        .map(item -> "<li>" + Html.text(item) + "</li>")
                        .collect(Collectors.joining("", "<ul class='" + name + "'>", "</ul>\n"));
    }

    private String figures() {
        StringBuilder tiles = new StringBuilder();
        if (audit != null) {
            tiles.append(tile("units on offer", audit.sale().offered(), ""));
            tiles.append(tile("sold", audit.sale().sold(), ""));
            tiles.append(
                    tile("oversold", audit.sale().oversold(), alarm(audit.sale().oversold())));
        }
        Tally tally = facts.tally();
        if (tally != null) {
            tiles.append(tile("clicks", tally.clicks(), ""));
            tiles.append(tile("accepted", tally.accepted().size(), ""));
            tiles.append(tile("refused", tally.refusedInAll(), ""));
            tiles.append(tile("unexpected", tally.unexpectedInAll(), alarm(tally.unexpectedInAll())));
            tiles.append(tile("no answer", tally.indeterminateInAll(), ""));
        }
        if (audit != null && audit.clients() != null) {
            tiles.append(
                    tile("lost", audit.clients().lost(), alarm(audit.clients().lost())));
        }
        if (tally != null) {
            tiles.append(tile("clicks per second", Math.round(tally.latency().perSecond()), ""));
            tiles.append(tile("median, ms", tally.latency().p50(), ""));
            tiles.append(tile("95 % within, ms", tally.latency().p95(), ""));
        }
        return tiles.isEmpty() ? "" : "<section class='tiles'>" + tiles + "</section>\n";
    }

    private static String alarm(long count) {
        return count > 0 ? "alarm" : "";
    }

    private static String tile(String name, long value, String mood) {
        return "<div class='tile %s'><b>%s</b><span>%s</span></div>".formatted(mood, Html.number(value), name);
    }

    private String charts() {
        Tally tally = facts.tally();
        if (tally == null || tally.buckets().isEmpty()) {
            return "";
        }
        return "<section class='charts'>\n"
                + Chart.stack("Answers over time", seconds(tally.bucketMillis()), colours(tally), columns(tally))
                + Chart.lines("How long a click took, in ms", " ms", latencies(tally))
                + Chart.lines("Units left", "", stock())
                + Chart.lines("Accepted clicks, and orders in the database", "", persisted(tally))
                + Chart.bars("All answers", reasons(tally), COLOURS)
                + "</section>\n";
    }

    private static Map<String, String> colours(Tally tally) {
        Map<String, String> colours = new LinkedHashMap<>();
        Set<String> kinds = new TreeSet<>(tally.refused().keySet());
        colours.put(ACCEPTED, "c-good");
        kinds.forEach(kind -> colours.put(kind, COLOURS.getOrDefault(kind, "c-other")));
        if (tally.unexpectedInAll() + tally.indeterminateInAll() > 0) {
            colours.put(BAD, "c-bad");
        }
        return colours;
    }

    private List<Column> columns(Tally tally) {
        return tally.buckets().stream()
                .map(bucket -> {
                    Map<String, Integer> counts = new TreeMap<>(bucket.refused());
                    counts.put(ACCEPTED, bucket.accepted());
                    counts.put(BAD, bucket.bad());
                    return new Column(second(tally, bucket.begin()), counts);
                })
                .toList();
    }

    private List<Line> latencies(Tally tally) {
        return List.of(
                new Line("99 % within", "c-warm", points(tally, Bucket::p99), false),
                new Line("95 % within", "c-cool", points(tally, Bucket::p95), false),
                new Line("half within", "c-good", points(tally, Bucket::p50), false));
    }

    private static List<Point> points(Tally tally, ToDoubleFunction<Bucket> value) {
        return tally.buckets().stream()
                .filter(bucket -> bucket.answered() > 0)
                .map(bucket -> new Point(
                        second(tally, bucket.begin() + tally.bucketMillis() / 2), value.applyAsDouble(bucket)))
                .toList();
    }

    private List<Line> stock() {
        return List.of(
                new Line("in Redis, the gate", "c-warm", seen(Observation::redisRemaining), true),
                new Line("in MySQL, the judge", "c-cool", seen(Observation::available), true));
    }

    private List<Line> persisted(Tally tally) {
        List<Point> accepted = new ArrayList<>();
        accepted.add(new Point(0, 0));
        int sum = 0;
        for (Bucket bucket : tally.buckets()) {
            sum += bucket.accepted();
            accepted.add(new Point(second(tally, bucket.begin() + tally.bucketMillis()), sum));
        }
        return List.of(
                new Line("accepted", "c-good", accepted, false),
                new Line("orders in the database", "c-cool", seen(Observation::orders), true),
                new Line("on their way", "c-warm", seen(Observation::queued), true));
    }

    /** What was seen of one number, from the first click to a little after the last change of anything. */
    private List<Point> seen(Function<Observation, @Nullable Long> number) {
        Tally tally = facts.tally();
        if (tally == null) {
            return List.of();
        }
        long end = interestingUntil(tally);
        return facts.seen().stream()
                .filter(observation -> observation.at() <= end)
                .filter(observation -> number.apply(observation) != null)
                .map(observation ->
                        new Point(Math.max(0, second(tally, observation.at())), orZero(number.apply(observation))))
                .filter(point -> point.second() >= 0)
                .toList();
    }

    private static double orZero(@Nullable Long number) {
        return number == null ? 0 : number;
    }

    private long interestingUntil(Tally tally) {
        long last = tally.buckets().getLast().begin() + tally.bucketMillis();
        List<Observation> seen = facts.seen();
        for (int i = 1; i < seen.size(); i++) {
            Observation before = seen.get(i - 1);
            Observation now = seen.get(i);
            boolean same = Objects.equals(before.available(), now.available())
                    && Objects.equals(before.orders(), now.orders())
                    && Objects.equals(before.queued(), now.queued());
            last = same ? last : Math.max(last, now.at());
        }
        return last + 1_000;
    }

    private static double second(Tally tally, long at) {
        return seconds(at - tally.buckets().getFirst().begin());
    }

    private static double seconds(long millis) {
        return millis / 1000.0;
    }

    private static Map<String, Integer> reasons(Tally tally) {
        Map<String, Integer> all = new LinkedHashMap<>();
        all.put(ACCEPTED, tally.accepted().size());
        all.putAll(tally.refused());
        int bad = tally.unexpectedInAll() + tally.indeterminateInAll();
        if (bad > 0) {
            all.put(BAD, bad);
        }
        return all;
    }

    private String invariants() {
        if (audit == null) {
            return "";
        }
        return audit.invariants().stream()
                .map(VerdictPage::row)
                .collect(Collectors.joining(
                        "\n",
                        "<section><h2>Invariants, as the auditor found them</h2>\n<table class='wide'>"
                                + "<tr><th>id</th><th>it says</th><th>holds</th><th>evidence</th></tr>\n",
                        "</table></section>\n"));
    }

    private static String row(Audit.Invariant invariant) {
        String evidence = invariant.findings().isEmpty()
                ? invariant.pending() ? "cannot be judged while something is on its way" : "nothing found against it"
                : invariant.findings().stream().map(VerdictPage::finding).collect(Collectors.joining("<br>"));
        return "<tr class='%s'><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>"
                .formatted(
                        invariant.violated() ? "violated" : "",
                        Html.text(invariant.id()),
                        Html.text(invariant.statement()),
                        invariant.holds() ? "✓ yes" : invariant.pending() ? "? pending" : "✗ no",
                        evidence);
    }

    private static String finding(Audit.Finding finding) {
        String worst = finding.worst().isEmpty() ? finding.first() : finding.worst();
        return "<b>%s</b>, %s times%s"
                .formatted(
                        Html.text(finding.kind()),
                        Html.number(finding.count()),
                        worst.isEmpty() ? "" : "; worst: " + Html.text(worst));
    }

    private String books() {
        if (audit == null) {
            return "";
        }
        Audit.Books sale = audit.sale();
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("units at the beginning", Html.number(sale.initialStock()));
        rows.put("units added", Html.number(sale.addedStock()));
        rows.put("units left, in the database", known(sale.available()));
        rows.put("units left, in Redis", known(sale.redisRemaining()));
        rows.put("deducted", Html.number(sale.deducted()));
        rows.put("released", Html.number(sale.released()));
        sale.orders().forEach((status, count) -> rows.put("orders " + status, Html.number(count)));
        rows.put("reservations still on their way", Html.number(audit.inFlight()));
        Audit.Clients clients = audit.clients();
        if (clients != null) {
            rows.put("accepted, as clients saw it", Html.number(clients.accepted()));
            rows.put("of these in the books", Html.number(clients.persisted()));
            rows.put("of these lost", Html.number(clients.lost()));
            rows.put("answers that repeat an order id", Html.number(clients.answeredTwice()));
            rows.put("orders that no answer explains", Html.number(clients.unexplained()));
            rows.put("shoppers without an answer", Html.number(clients.indeterminate()));
        }
        return table("The books of sale " + facts.saleId(), rows);
    }

    private static String known(@Nullable Long number) {
        return number == null ? "not kept here" : Html.number(number);
    }

    private String answers() {
        Tally tally = facts.tally();
        if (tally == null) {
            return "";
        }
        Map<String, Object> rows = new LinkedHashMap<>();
        tally.unexpected().forEach((what, count) -> rows.put(what, Html.number(count)));
        tally.indeterminate().forEach((why, count) -> rows.put("no answer: " + why, Html.number(count)));
        return rows.isEmpty() ? "" : table("Answers that were not expected", rows);
    }

    private String run() {
        Map<String, Object> rows = new LinkedHashMap<>();
        facts.environment().forEach((name, value) -> rows.put(name, Html.text(value)));
        rows.put("stock", Html.number(facts.stock()));
        facts.notes().forEach(note -> rows.put("note " + (rows.size() + 1), Html.text(note)));
        String links = (dashboard ? "<a href='dashboard/index.html'>JMeter's dashboard</a> · " : "")
                + "<a href='verdict.json'>verdict.json</a> · <a href='results.jtl'>results.jtl</a>"
                + " · <a href='jmeter.log'>jmeter.log</a>";
        return table("The run", rows) + "<p class='links'>" + links + "</p>\n";
    }

    /** The values are HTML already. */
    private static String table(String title, Map<String, Object> rows) {
        return rows.entrySet().stream()
                .map(row -> "<tr><th>%s</th><td>%s</td></tr>"
                        .formatted(Html.text(row.getKey().replaceAll("^note \\d+$", "note")), row.getValue()))
                .collect(Collectors.joining(
                        "\n", "<section><h2>" + Html.text(title) + "</h2>\n<table>\n", "\n</table></section>\n"));
    }
}
