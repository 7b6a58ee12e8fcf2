package io.flashsale.steps.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepCommandTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "walk 1",
                "list 1",
                "check",
                "check 0",
                "check 11",
                "check one",
                "check mine",
                "check 1 mine",
                "run 1 2",
                "run mine",
                "run mine 1",
                "run 1 mine 2",
                "run 10 mine",
                "edit 1 mine",
                "edit 10"
            })
    void shouldSayInOneLineWhatIsWrong(String typed) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status = StepCommand.run(
                List.of(typed.split(" ")), System.out, new PrintStream(said, true, StandardCharsets.UTF_8));
        assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("step: ").hasLineCount(1);
        assertThat(status).isEqualTo(2);
    }

    @Test
    void shouldCheckTheNamedStepOrTheLearnersCopyOfTheOneBefore() {
        assertThat(new StepOptions(List.of("check", "3")).program()).isEqualTo(SchoolStep.ROW_LOCK);
        assertThat(new StepOptions(List.of("check", "3", "2")).program()).isEqualTo(SchoolStep.MONITOR);
        assertThat(new StepOptions(List.of("check", "3", "mine")).program()).isEqualTo(SchoolStep.MONITOR);
        assertThat(new StepOptions(List.of("check", "3", "mine")).demand()).isEqualTo(SchoolStep.ROW_LOCK);
    }

    @Test
    void shouldRunTheCopyOfTheNamedStepWithWhatTheNextOneHas() {
        assertThat(new StepOptions(List.of("run", "9", "mine")).program()).isEqualTo(SchoolStep.STREAM);
        assertThat(new StepOptions(List.of("run", "9", "mine")).demand()).isEqualTo(SchoolStep.KAFKA);
        assertThat(new StepOptions(List.of("run", "9")).demand()).isEqualTo(SchoolStep.STREAM);
    }
}
