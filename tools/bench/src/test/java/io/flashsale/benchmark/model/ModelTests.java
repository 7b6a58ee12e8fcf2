package io.flashsale.benchmark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flashsale.benchmark.model.OneMachine.Prediction;
import io.flashsale.benchmark.report.Effort;
import io.flashsale.benchmark.report.Figure;
import io.flashsale.benchmark.report.MeasuredRun;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelTests {

    private static final double TOLERANCE = 0.2;

    /** More idle time than this means that the load waited for something else: a lock, a disk or the network. */
    private static final double MAX_IDLE = 0.17;

    // On the measured runs.

    @ParameterizedTest
    @ValueSource(strings = {"first-run.json", "second-run.json"})
    void shouldPredictWhatIsMadeOfLoadsThatWereMeasuredAlone(String run) throws IOException {
        assertIsNear(new OneMachine(ModelPage.run(run)).composed());
        assertIsNear(new OneMachine(ModelPage.run(run)).crowd());
    }

    /** Predicts rates from processor seconds that the kernel counted, and compares them with the clock's. */
    @ParameterizedTest
    @ValueSource(strings = {"first-run.json", "second-run.json"})
    void shouldPredictTheRatesWhereTheProcessorsAreWhatIsWaitedFor(String run) throws IOException {
        List<Prediction> bound = new OneMachine(ModelPage.run(run))
                .simple().stream()
                        .filter(prediction -> prediction.idle() < MAX_IDLE)
                        .toList();
        assertThat(bound).hasSizeGreaterThanOrEqualTo(10).allSatisfy(ModelTests::assertIsNear);
    }

    private static void assertIsNear(Prediction prediction) {
        assertThat(prediction.error()).as(prediction.toString()).isBetween(-TOLERANCE, TOLERANCE);
    }

    /** Writes the page first with {@code -Dupdate.scale=true}. */
    @ParameterizedTest
    @CsvSource({"ENGLISH, docs/scale.md", "CHINESE, docs/scale.zh-CN.md"})
    void shouldBeWhatThePageShows(TableLanguage language, String path) throws IOException {
        Path page = ProjectRoot.find().resolve(path);
        String filled =
                filledInto(Files.readString(page), ModelPage.of(language).tablesInOrder());
        if (Boolean.getBoolean("update.scale")) {
            Files.writeString(page, filled);
        }
        assertThat(Files.readString(page)).isEqualTo(filled);
    }

    /** The page with these tables between its marks, and everything else unchanged. */
    private static String filledInto(String page, List<String> tables) {
        String filled = page;
        for (int number = 1; number <= tables.size(); number++) {
            String begin = "<!-- model %d begin -->\n".formatted(number);
            int from = filled.indexOf(begin) + begin.length();
            int to = filled.indexOf("<!-- model %d end -->".formatted(number));
            assertThat(to).as("the place for table " + number).isGreaterThanOrEqualTo(from);
            filled = filled.substring(0, from) + tables.get(number - 1) + filled.substring(to);
        }
        return filled;
    }

    // On examples that can be computed by hand.

    @Test
    void shouldBeBoundByWhatAnAnswerTakesOfAllProcessors() {
        MeasuredRun run = run(Map.of("gateway", 300.0, "redis", 100.0), 100, 0.02);
        Prediction floor = new OneMachine(run).simple().getFirst();
        assertThat(floor.predicted()).isEqualTo(2 * 1e6 / 500, within(1e-6));
    }

    @Test
    void shouldAddUpWhatThoseTakeWhoBuyAndThoseWhoAreRefused() {
        MeasuredRun run = run(Map.of("gateway", 300.0), 100, 0.02);
        // One is accepted, 400, and placed, 400; nine are refused, each 300 and 100 for asking.
        assertThat(new OneMachine(run).crowd().predicted()).isEqualTo(2 * 1e6 / 440, within(1e-6));
    }

    @Test
    void shouldAddUpWhatACrowdIsMadeOf() {
        for (ClickMix mix : List.of(ClickMix.OF_A_HUNDRED, ClickMix.OF_TEN)) {
            double answered = mix.share(Click.REFUSED_BY_GATEWAY)
                    + mix.share(Click.REFUSED_BY_SCRIPT)
                    + mix.share(Click.ACCEPTED);
            assertThat(answered).isEqualTo(1, within(1e-9));
        }
    }

    @Test
    void shouldNeedProcessorsInProportionAndCellsByTheFirstLimit() {
        Demands demands = Demands.of(run(Map.of("gateway", 60.0, "mariadb", 600.0), 10, 0.02));
        ClickMix all =
                new ClickMix(1, 0, 1); // each click is accepted, placed and paid: three times 600 µs of the database
        CapacityPlan plan = new CapacityPlan(demands, all, 1_000);
        assertThat(plan.processors(Part.DATABASE)).isEqualTo(1_000 * 1_800 / 1e6 / CapacityPlan.BUSY, within(1e-9));
        assertThat(new CapacityPlan(demands, all, 10_000).processors(Part.DATABASE))
                .isEqualTo(10 * plan.processors(Part.DATABASE), within(1e-9));
        assertThat(plan.bottleneck()).isEqualTo(Part.DATABASE);
        assertThat(plan.cells()).isOne();
        assertThat(new CapacityPlan(demands, all, 10_000).cells()).isEqualTo(2); // 30 processors of 16
        assertThat(plan.shareOfOneSale(4_000)).isEqualTo(0.25, within(1e-9));
    }

    @Test
    void shouldNameWhatARunHasNotMeasured() {
        MeasuredRun empty = new MeasuredRun(Map.of(), 2, Map.of());
        assertThatThrownBy(() -> Demands.of(empty))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the same to 100,000 different shoppers");
    }

    @Test
    void shouldBeReadAsItWasWritten(@TempDir Path folder) throws IOException {
        MeasuredRun run = run(Map.of("gateway", 1.5), 2.5, 0.1);
        Path file = folder.resolve("run.json");
        run.write(file);
        try (var in = Files.newInputStream(file)) {
            assertThat(MeasuredRun.read(in)).isEqualTo(run);
        }
        Files.writeString(file, "{");
        try (var in = Files.newInputStream(file)) {
            assertThatThrownBy(() -> MeasuredRun.read(in)).isInstanceOf(IOException.class);
        }
    }

    /** Gives every load the same effort. */
    private static MeasuredRun run(Map<String, Double> micros, double others, double idle) {
        Map<Figure, Effort> efforts = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            efforts.put(figure, new Effort(1_000, 4_000, micros, others, idle));
        }
        return new MeasuredRun(Map.of("command", "none"), 2, efforts);
    }
}
