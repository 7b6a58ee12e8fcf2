package io.flashsale.steps.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commandline.UsageException;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MyStepsTests {

    @TempDir
    private Path folder;

    /** A working copy with our steps, and nothing of a learner's. */
    static MySteps in(Path folder) throws IOException {
        Files.createSymbolicLink(folder.resolve("learn"), ProjectRoot.find().resolve("learn"));
        return new MySteps(folder);
    }

    @Test
    void shouldCopyAStepOnceAndCompileTheCopy() throws Exception {
        MySteps mine = in(folder);
        Path copy = mine.copy(SchoolStep.LUA);
        assertThat(copy).isEqualTo(folder.resolve("my-steps/step08"));
        assertThat(copy).isDirectoryContaining("glob:**/{Step8.java,schema.sql,reserve.lua}");
        assertThatThrownBy(() -> mine.copy(SchoolStep.LUA)).isInstanceOf(UsageException.class);

        Files.writeString(copy.resolve("Step8.java"), "package io.flashsale.steps.step08; class Step8 {}");
        List<Path> classPath = Stream.of(
                        mine.compile(SchoolStep.LUA, System.err).classPath().split(":"))
                .map(Path::of)
                .toList();
        Path compiled = classPath.getFirst().resolve("io/flashsale/steps/step08");
        assertThat(compiled.resolve("Step8.class")).exists();
        assertThat(compiled.resolve("reserve.lua")).exists();
        assertThat(classPath)
                .as("without what the learner has deleted")
                .noneMatch(entry -> Files.exists(entry.resolve("io/flashsale/steps/step08/Step8$BuyController.class")));
    }

    @Test
    void shouldSayWhereACopyDoesNotCompile() throws Exception {
        MySteps mine = in(folder);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertThatThrownBy(() -> mine.compile(SchoolStep.MONITOR, err)).hasMessageContaining("./step edit 2");
        Files.writeString(mine.copy(SchoolStep.MONITOR).resolve("Step2.java"), "class Step2 {\n  int\n}\n");
        assertThatThrownBy(() -> mine.compile(SchoolStep.MONITOR, err))
                .isInstanceOf(UsageException.class)
                .message()
                .hasLineCount(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("Step2.java:2:");
    }

    @Test
    void shouldSayThatARenamedStepCannotStart() throws Exception {
        MySteps mine = in(folder);
        Path source = mine.copy(SchoolStep.MONITOR).resolve("Step2.java");
        Files.writeString(source, Files.readString(source).replace("Step2", "MyStep"));
        Files.move(source, source.resolveSibling("MyStep.java"));
        assertThatThrownBy(() -> mine.compile(SchoolStep.MONITOR, System.err))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("has no class io.flashsale.steps.step02.Step2");
    }

    @Test
    void shouldRememberWhatHasPassed() throws Exception {
        MySteps mine = in(folder);
        mine.note(SchoolStep.MONITOR, true);
        assertThat(mine.hasPassed(SchoolStep.MONITOR)).as("without a copy").isFalse();
        mine.copy(SchoolStep.MONITOR);
        mine.copy(SchoolStep.ROW_LOCK);
        assertThat(new MySteps(folder).hasPassed(SchoolStep.MONITOR)).isTrue();
        assertThat(new MySteps(folder).hasPassed(SchoolStep.ROW_LOCK)).isFalse();
        mine.note(SchoolStep.MONITOR, false);
        assertThat(mine.hasPassed(SchoolStep.MONITOR))
                .as("after a check that failed")
                .isFalse();
    }

    @Test
    void shouldShowOneHintMoreEachTime() throws Exception {
        MySteps mine = in(folder);
        for (SchoolStep step : SchoolStep.values()) {
            if (step != SchoolStep.KAFKA) {
                for (int hints : new int[] {1, 2, 3, 3}) {
                    assertThat(mine.nextHint(step).lines())
                            .as("%s", step)
                            .hasSize(hints)
                            .allMatch(hint -> hint.matches("\\d\\. .*[.?。？]"));
                }
            }
        }
    }

    @Test
    void shouldHaveAsManyHintsInChinese() throws Exception {
        MySteps mine = in(folder);
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.SIMPLIFIED_CHINESE);
        try {
            assertThat(mine.nextHint(SchoolStep.STREAM)).contains("Redis").doesNotContain("memory");
        } finally {
            Locale.setDefault(usual);
        }
    }
}
