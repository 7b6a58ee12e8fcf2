package io.flashsale.steps.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commandline.UsageException;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
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
                        mine.compile(SchoolStep.LUA).classPath().split(":"))
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
        assertThatThrownBy(() -> mine.compile(SchoolStep.MONITOR)).hasMessageContaining("./step edit 2");
        Files.writeString(mine.copy(SchoolStep.MONITOR).resolve("Step2.java"), "class Step2 {\n  int\n}\n");
        assertThatThrownBy(() -> mine.compile(SchoolStep.MONITOR))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("Step2.java:2:");
    }

    @Test
    void shouldRememberWhatHasPassed() throws Exception {
        MySteps mine = in(folder);
        mine.notePassed(SchoolStep.MONITOR);
        assertThat(new MySteps(folder).hasPassed(SchoolStep.MONITOR)).isTrue();
        assertThat(new MySteps(folder).hasPassed(SchoolStep.ROW_LOCK)).isFalse();
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
