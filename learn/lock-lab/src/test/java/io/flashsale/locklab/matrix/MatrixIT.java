package io.flashsale.locklab.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.MoreTime;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Sizes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks on real processes and servers that each scheme answers as the committed matrix says. */
class MatrixIT {

    private static final Sizes SIZES = new Sizes(100, 20, 2, Duration.ofMinutes(3));

    /** Schemes on one Redis, with both answers. */
    private static final List<String> FEW = List.of(
            "A1/asked-pause",
            "A8/asked-meets",
            "A8/asked-server",
            "A11/asked-pause",
            "A12/asked-again",
            "A13/asked-meets",
            "A17/asked-meets");

    @AutoClose
    private static final Laboratory LABORATORY = new Laboratory(
            Path.of("target/lab-matrix-" + ProcessHandle.current().pid()));

    static Stream<Arguments> few() {
        return cells(FEW::contains);
    }

    static Stream<Arguments> theOthers() {
        return cells(scenario -> !FEW.contains(scenario));
    }

    private static Stream<Arguments> cells(Predicate<String> wanted) {
        return new MatrixFile(Path.of("../.."))
                .read().schemes().stream()
                        .flatMap(row -> Stream.of(Property.values())
                                // Another property covers those that are not made to wait.
                                .filter(property -> !property.isMeasured() && property != Property.FAIR)
                                .flatMap(property -> row.cell(property).runs().stream()
                                        // CasesIT runs the scenarios of the cases.
                                        .filter(run -> run.scenario().startsWith("asked-")
                                                && wanted.test(row.id() + "/" + run.scenario()))
                                        .map(run -> Arguments.of(row.id(), property, run.scenario(), run.answer()))));
    }

    @ParameterizedTest(name = "{0}/{2} {1}: {3}")
    @MethodSource("few")
    void isAnsweredAsRecorded(String id, Property property, String question, String answer)
            throws InterruptedException {
        Case scheme = CaseCatalogue.find(id).orElseThrow();
        Scenario scenario = scheme.scenario(question).orElseThrow();
        RunReport report = LABORATORY.run(scheme, scenario, SIZES, RunListener.NOBODY);
        if (answerOf(report, scheme, property).equals(answer) || !MoreTime.helps(scheme, scenario)) {
            assertThat(answerOf(report, scheme, property)).as("%s", report).isEqualTo(answer);
            return;
        }
        for (int again = 1; again <= MoreTime.RUNS; again++) {
            RunReport slower = LABORATORY.run(scheme, MoreTime.given(scenario), SIZES, RunListener.NOBODY);
            assertThat(answerOf(slower, scheme, property)).as("%s", slower).isEqualTo(answer);
        }
    }

    @Tag("weekly")
    @ParameterizedTest(name = "{0}/{2} {1}: {3}")
    @MethodSource("theOthers")
    void eachIsAnsweredAsRecorded(String id, Property property, String question, String answer)
            throws InterruptedException {
        isAnsweredAsRecorded(id, property, question, answer);
    }

    private static String answerOf(RunReport report, Case scheme, Property property) {
        return PropertyEvidence.of(property, scheme, report).orElseThrow().answer();
    }
}
