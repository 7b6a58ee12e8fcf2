package io.flashsale.benchmark.model;

import static java.util.stream.Collectors.joining;

import io.flashsale.benchmark.report.Figure;
import io.flashsale.benchmark.report.MeasuredRun;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The tables of docs/scale.md, from two stored runs of {@code ./bench --demands}. */
public final class ModelPage {

    private static final List<Double> RATES = List.of(10_000.0, 100_000.0, 1_000_000.0);

    private final TableLanguage language;
    private final MeasuredRun first;
    private final MeasuredRun second;

    ModelPage(TableLanguage language, MeasuredRun first, MeasuredRun second) {
        this.language = language;
        this.first = first;
        this.second = second;
    }

    /** The tables in English. */
    public static String tables() throws IOException {
        return of(TableLanguage.ENGLISH).markdown();
    }

    static ModelPage of(TableLanguage language) throws IOException {
        return new ModelPage(language, run("first-run.json"), run("second-run.json"));
    }

    static MeasuredRun run(String name) throws IOException {
        try (InputStream file = ModelPage.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IOException(name + " is not among the resources");
            }
            return MeasuredRun.read(file);
        }
    }

    String markdown() {
        return String.join("\n", tablesInOrder());
    }

    private List<String> tablesInOrder() {
        return List.of(demands(), predictions(), plan(ClickMix.OF_A_HUNDRED), plan(ClickMix.OF_TEN));
    }

    /** Returns the page with these tables between its marks, and everything else unchanged. */
    String filledInto(String page) {
        String filled = page;
        List<String> tables = tablesInOrder();
        for (int number = 1; number <= tables.size(); number++) {
            String begin = "<!-- model %d begin -->\n".formatted(number);
            int from = filled.indexOf(begin) + begin.length();
            int to = filled.indexOf("<!-- model %d end -->".formatted(number));
            if (from < begin.length() || to < from) {
                throw new IllegalArgumentException("the page has no place for table " + number);
            }
            filled = filled.substring(0, from) + tables.get(number - 1) + filled.substring(to);
        }
        return filled;
    }

    private String demands() {
        Demands demands = Demands.of(first);
        StringBuilder text = new StringBuilder();
        row(
                text,
                language.say("µs of a processor for each click", "每次点击的处理器时间（µs）"),
                Stream.concat(names(), Stream.of(language.say("in all", "合计"))));
        row(text, "---", Stream.generate(() -> "---:").limit(Part.values().length + 1));
        for (Click click : Click.values()) {
            row(
                    text,
                    click.name(language),
                    Stream.concat(
                            Stream.of(Part.values()).map(part -> number(demands.of(click, part))),
                            Stream.of(number(demands.of(click)))));
        }
        return text.toString();
    }

    private String predictions() {
        StringBuilder text = new StringBuilder();
        row(
                text,
                language.say("a second, on one machine", "每秒，单机"),
                Stream.of(
                        language.say("model", "模型"),
                        language.say("measured", "实测"),
                        language.say("model too high by", "模型偏高"),
                        language.say("processors idle", "处理器空闲"),
                        language.say(
                                "measured on %s, older code".formatted(dateOf(second)),
                                "%s 用较早的代码实测".formatted(dateOf(second)))));
        row(text, "---", Stream.generate(() -> "---:").limit(5));
        OneMachine machine = new OneMachine(first);
        row(
                text,
                language.say(
                        "accepting and placing at once, 256 connections, by what each takes alone",
                        "边接受边落库，256 个连接，由两者单独的耗时相加"),
                machine.composed());
        row(
                text,
                language.say(
                        "ten shoppers for each unit: accepting, placing and refusing, by what each takes alone",
                        "十人抢一件：接受、落库与拒绝，由各自单独的耗时相加"),
                machine.crowd());
        machine.simple()
                .forEach(prediction -> row(
                        text,
                        "(" + prediction.figure().letter() + ") " + FigureNames.of(prediction.figure(), language),
                        prediction));
        return text.toString();
    }

    private void row(StringBuilder text, String what, Prediction prediction) {
        row(
                text,
                what,
                Stream.of(
                        number(prediction.predicted()),
                        number(prediction.measured()),
                        percent(prediction.error()),
                        percent(prediction.idle()),
                        second.effort(prediction.figure())
                                .map(effort -> number(effort.perSecond()))
                                .orElse("")));
    }

    private String plan(ClickMix mix) {
        Demands demands = Demands.of(first);
        double placedOfOneSale = Demands.effort(first, Figure.DRAIN).perSecond();
        StringBuilder text = new StringBuilder();
        row(
                text,
                language.say(
                        "clicks a second, %s for a unit: processors of".formatted(number(mix.clicksForAUnit())),
                        "每秒点击数（每件 %s 次点击），所需处理器".formatted(number(mix.clicksForAUnit()))),
                Stream.concat(
                        names(),
                        Stream.of(
                                language.say("first at its limit", "最先到顶"),
                                language.say("cells", "单元数"),
                                language.say("one sale alone", "若只有一场"))));
        row(text, "---:", Stream.generate(() -> "---:").limit(Part.values().length + 3));
        for (double rate : RATES) {
            CapacityPlan plan = new CapacityPlan(demands, mix, rate);
            row(
                    text,
                    number(rate),
                    Stream.concat(
                            Stream.of(Part.values()).map(part -> processors(plan.processors(part))),
                            Stream.of(
                                    plan.bottleneck().name(language) + " "
                                            + percent(plan.shareOfCell(plan.bottleneck())),
                                    Integer.toString(plan.cells()),
                                    percent(plan.shareOfOneSale(placedOfOneSale)))));
        }
        return text.toString();
    }

    private Stream<String> names() {
        return Stream.of(Part.values()).map(part -> part.name(language));
    }

    private static String dateOf(MeasuredRun run) {
        return run.environment().getOrDefault("date", "");
    }

    private static void row(StringBuilder text, String first, Stream<String> others) {
        text.append("| ")
                .append(first)
                .append(" | ")
                .append(others.collect(joining(" | ")))
                .append(" |\n");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 && value != Math.rint(value) ? "%.1f" : "%,.0f", value);
    }

    private static String processors(double needed) {
        return needed < 0.1 ? "< 0.1" : number(needed);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
