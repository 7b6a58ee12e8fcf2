package io.flashsale.locklab;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.Report;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.stage.Sizes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each scenario of each case, on real processes and servers: right where it should be, failing where it must, each time.
 * Repetitions: {@code -Dlock-lab.repetitions}, 100 in the profile {@code long-cases}.
 */
class CasesIT {

    private static final int REPETITIONS = Integer.getInteger("lock-lab.repetitions", 1);
    private static final Sizes SIZES = new Sizes(100, 10, 2, Duration.ofSeconds(20));

    private static Laboratory laboratory;

    @BeforeAll
    static void open() {
        laboratory =
                new Laboratory(Path.of("target/lab-" + ProcessHandle.current().pid()));
    }

    @AfterAll
    static void close() {
        laboratory.close();
    }

    static Stream<Arguments> scenarios() {
        return Catalogue.all().stream()
                .flatMap(each -> each.scenarios().stream()
                        .map(scenario -> Arguments.of(each.id() + "/" + scenario.id(), each, scenario)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void endsAsTheCaseStates(String name, Case what, Scenario scenario) throws InterruptedException {
        int times = scenario.takesSizes() ? 1 : REPETITIONS;
        for (int time = 1; time <= times; time++) {
            Report report = laboratory.run(what, scenario, SIZES, RunListener.NOBODY);
            assertThat(report.asStated())
                    .as(
                            "time %d of %s, which is to be %s %s: %s",
                            time, name, scenario.expected(), scenario.failure(), report)
                    .isTrue();
        }
    }
}
