package io.flashsale.chaos.report;

import static io.flashsale.chaos.report.ChaosReport.sum;

import com.samskivert.mustache.Template;
import io.flashsale.chaos.nemesis.InjectedFault;
import io.flashsale.loadtest.report.Chart;
import io.flashsale.loadtest.report.Chart.Band;
import io.flashsale.loadtest.report.Chart.Column;
import io.flashsale.loadtest.report.PageTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The report as one self-contained HTML file, in the style of the load test's report.
 *
 * <p>{@code report.mustache} is its template; each name there is a method here, or of the object that such a
 * method returns.
 */
record ReportPage(Map<String, String> environment, List<RoundResult> results) {

    private static final Template TEMPLATE = PageTemplate.load(ReportPage.class, "report.mustache");

    private static final Map<String, String> COLOURS = new LinkedHashMap<>();

    static {
        COLOURS.put("ok", "c-good");
        COLOURS.put("refused", "c-calm");
        COLOURS.put("undecided", "c-warm");
    }

    String html() {
        return TEMPLATE.execute(this);
    }

    private boolean holds() {
        return results.stream().allMatch(RoundResult::holds);
    }

    String outcome() {
        return holds() ? "HOLDS" : "BROKEN";
    }

    String mood() {
        return holds() ? "pass" : "fail";
    }

    String mark() {
        return holds() ? "✓" : "✗";
    }

    String summary() {
        return ChaosReport.summary(results);
    }

    /** A figure at the top of the page; with {@code alarm} it is highlighted unless it is 0. */
    record Tile(String name, long value, boolean alarm) {}

    List<Tile> tiles() {
        long broken = results.stream().filter(result -> !result.holds()).count();
        return List.of(
                new Tile("rounds", results.size(), false),
                new Tile("rounds broken", broken, broken > 0),
                new Tile("faults", sum(results, RoundResult::faults), false),
                new Tile("done", count("ok"), false),
                new Tile("refused", count("refused"), false),
                new Tile("undecided", count("undecided"), false),
                new Tile("slowest to hold again, ms", slowest(), false));
    }

    private long count(String word) {
        return sum(results, result -> result.history().count(word));
    }

    private long slowest() {
        return results.stream().mapToLong(RoundResult::convergedAfter).max().orElse(0);
    }

    /** A round with its chart. */
    record RoundView(RoundResult result, Chart chart, List<FaultView> faults, List<String> violations) {

        String title() {
            return "Round " + result.number() + (result.holds() ? ": holds" : ": BROKEN");
        }

        String mood() {
            return result.holds() ? "pass" : "fail";
        }

        String healed() {
            return seconds(result.healedAfter());
        }

        String converged() {
            return result.convergedAfter() < 0 ? "never" : seconds(result.convergedAfter());
        }

        String file() {
            return "history-" + result.number() + ".csv";
        }
    }

    record FaultView(String planned, String injected, String note) {}

    List<RoundView> rounds() {
        return results.stream()
                .map(result -> new RoundView(
                        result,
                        chart(result),
                        result.injected().stream().map(ReportPage::view).toList(),
                        result.violations().stream().map(Object::toString).toList()))
                .toList();
    }

    private static FaultView view(InjectedFault injected) {
        return new FaultView(
                injected.fault().text(), seconds(injected.begin()) + " to " + seconds(injected.end()), injected.note());
    }

    private static Chart chart(RoundResult result) {
        Map<Long, Map<String, Integer>> perSecond = result.history().perSecond();
        List<Column> columns = new ArrayList<>();
        perSecond.forEach((second, counts) -> columns.add(new Column(second, counts)));
        List<Band> bands = result.injected().stream()
                .map(injected -> new Band(
                        injected.begin() / 1e3,
                        injected.end() / 1e3,
                        injected.fault().text()))
                .toList();
        return Chart.stack("What shoppers were told in each second, and the faults", 1, COLOURS, columns)
                .withBands(bands);
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
    }
}
