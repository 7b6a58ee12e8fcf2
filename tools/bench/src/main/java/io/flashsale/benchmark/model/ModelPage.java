package io.flashsale.benchmark.model;

import static io.flashsale.benchmark.report.ResultsTable.number;
import static java.util.stream.Collectors.joining;

import io.flashsale.benchmark.model.OneMachine.Prediction;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.benchmark.report.MeasuredRun;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The tables of docs/scale.md, from two stored runs of {@code ./bench --demands}. */
public record ModelPage(TableLanguage language, MeasuredRun first, MeasuredRun second) {

    private static final List<Double> RATES = List.of(10_000.0, 100_000.0, 1_000_000.0);

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

    List<String> tablesInOrder() {
        return List.of(demands(), predictions(), plan(ClickMix.OF_A_HUNDRED), plan(ClickMix.OF_TEN));
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
                .forEach(prediction ->
                        row(text, "(" + prediction.figure().letter() + ") " + name(prediction.figure()), prediction));
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

    /** The figure's short name. */
    private String name(Figure figure) {
        return switch (figure) {
            case GATEWAY_FLOOR -> language.say("a constant answer forwarded", "网关转发固定应答");
            case STOCK_FLOOR -> language.say("token check and script, called directly", "直接调用：验令牌 + 脚本");
            case SOLD_OUT -> language.say("refusals to 1,000 shoppers", "拒绝 1,000 位用户");
            case SOLD_OUT_TO_A_CROWD -> language.say("refusals, each to another shopper", "拒绝，每次都是新用户");
            case ACCEPTED -> language.say("accepted, 64 connections", "接受，64 个连接");
            case ACCEPTED_BY_256 -> language.say("accepted, 256 connections", "接受，256 个连接");
            case ACCEPTED_BY_500 -> language.say("accepted, 500 connections", "接受，500 个连接");
            case CROWD -> language.say("ten shoppers for each unit", "十人抢一件");
            case BACKLOG -> language.say("accepted while placement stands still", "只接受，落库暂停");
            case BACKLOG_OF_MANY -> language.say("accepted of ten sales, placement stands still", "十场秒杀，只接受，落库暂停");
            case DRAIN -> language.say("placed, one sale", "落库，一场秒杀");
            case DRAIN_OF_MANY -> language.say("placed, ten sales", "落库，十场秒杀");
            case PAYMENTS -> language.say("paid", "付款");
            case SERVING -> language.say("what a waiting room serves", "等候室叫号查询");
            default -> figure.title();
        };
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

    private static String processors(double needed) {
        return needed < 0.1 ? "< 0.1" : number(needed);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
