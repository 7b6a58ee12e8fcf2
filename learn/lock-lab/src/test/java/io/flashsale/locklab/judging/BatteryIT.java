package io.flashsale.locklab.judging;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.own.OwnFile;
import io.flashsale.locklab.run.Laboratory;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each version of a lock fails the trial that the next version passes. */
@Tag("long")
class BatteryIT {

    @AutoClose
    private static final Laboratory LABORATORY =
            new Laboratory(Path.of("target/battery-" + ProcessHandle.current().pid()));

    @ParameterizedTest
    @CsvSource({
        "DeductStock3, holder-throws, locked-out undersold",
        "DeductStock4, holder-throws, ''",
        "DeductStock4, holder-dies, locked-out undersold",
        "DeductStock5, holder-dies, ''",
        "DeductStock5, late-release, wrong-release",
        "CountedInThread, late-release, wrong-release"
    })
    void seesTheFaultInTheTrial(String file, String name, String failures) throws InterruptedException {
        Battery battery = new Battery(OwnFile.compile(Path.of("my-locks/hunt", file + ".java")), LABORATORY, 1);
        Trial trial = battery.run(name);
        assertThat(trial.holds()).as(trial.toString()).isEqualTo(failures.isEmpty());
        assertThat(trial.seen().stream().map(seen -> seen.en().split(":", 2)[0]).distinct())
                .as(trial.toString())
                .containsExactly(failures.isEmpty() ? new String[0] : failures.split(" "));
    }
}
