package io.flashsale.system.purchase;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table "What bots get" of docs/bots.md, as written in one of its languages. */
enum BotsTable {
    ENGLISH(
            "| mode | work, by the scripts | their clicks | units: people | units: scripts | scripts' share |"
                    + " clicks of scripts that were refused |",
            "not asked for",
            "asked for, not done",
            "asked for, done",
            ", "),
    CHINESE("| 方式 | 计算，脚本一方 | 脚本的点击占比 | 真人得到 | 脚本得到 | 脚本所得占比 | 脚本被拒绝的点击 |", "不要求", "要求，没有算", "要求，算了", "，");

    private static final String RULE = "| --- | --- | --- | --- | --- | --- | --- |";

    private final String heading;
    private final String notAskedFor;
    private final String notDone;
    private final String done;
    private final String comma;

    BotsTable(String heading, String notAskedFor, String notDone, String done, String comma) {
        this.heading = heading;
        this.notAskedFor = notAskedFor;
        this.notDone = notDone;
        this.done = done;
        this.comma = comma;
    }

    /**
     * How shoppers enter a sale.
     *
     * @param difficulty the highest number of hashes that a shopper computes to enter
     * @param scriptsWork whether scripts compute them too
     */
    record Scenario(String mode, int difficulty, boolean scriptsWork) {

        static Scenario of(String mode) {
            return new Scenario(mode, 0, false);
        }
    }

    /**
     * The clicks and units of people and of scripts.
     *
     * @param refusals of the scripts' clicks, by problem
     */
    record Row(
            Scenario scenario,
            long peopleClicks,
            long scriptClicks,
            long peopleUnits,
            long scriptUnits,
            Map<String, Long> refusals) {}

    String heading() {
        return heading + "\n" + RULE;
    }

    String row(Row row) {
        Scenario scenario = row.scenario();
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %.1f %% | %,d | %,d | **%.1f %%** | %s |",
                scenario.mode(),
                scenario.difficulty() == 0 ? notAskedFor : scenario.scriptsWork() ? done : notDone,
                100.0 * row.scriptClicks() / Math.max(1, row.peopleClicks() + row.scriptClicks()),
                row.peopleUnits(),
                row.scriptUnits(),
                100.0 * row.scriptUnits() / Math.max(1, row.peopleUnits() + row.scriptUnits()),
                row.refusals().entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                        .map(each -> String.format(Locale.ROOT, "`%s` %,d", each.getKey(), each.getValue()))
                        .collect(joining(comma)));
    }

    String of(List<Row> rows) {
        return heading + "\n" + RULE + "\n" + rows.stream().map(this::row).collect(joining("\n"));
    }
}
