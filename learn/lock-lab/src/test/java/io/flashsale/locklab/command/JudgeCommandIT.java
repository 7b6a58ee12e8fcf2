package io.flashsale.locklab.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.exercise.ModelAnswers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code learn/lock-lab/judge} on real processes and servers. */
class JudgeCommandIT {

    private static final Path DIRECTORY =
            Path.of("target/judge-command-" + ProcessHandle.current().pid());

    /** The longest possible, for slow machines. */
    private static final String SECONDS = "7200";

    /**
     * A process that stands still for longer than the lease of 1.5 s makes a sound lock fail, or keeps out whoever
     * would show a fault. So the lock is judged again with up to so many times as much time.
     */
    private static final int MAX_FACTOR = 8;

    private static final List<String> FAULTS_OF_THE_TEMPLATE = List.of(
            "crowd +holds",
            "holder-dies +holds",
            "paused-holder +fails +.*stale-write",
            "late-release +fails +.*wrong-release",
            "interleavings +fails",
            "FAULTY: MyLock, oversold in \\d+ moves, [abe]+: ");

    @TempDir
    private Path workingCopy;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int judge(String... arguments) {
        return judge(1, arguments);
    }

    private int judge(int factor, String... arguments) {
        out.reset();
        err.reset();
        return new JudgeCommand(
                        DIRECTORY,
                        workingCopy,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        factor)
                .run(List.of(arguments));
    }

    /** Judges a lock that holds, until it is found to. */
    private int judgePatiently(String file, String... options) {
        String[] arguments = Stream.concat(Stream.of(file, "--seconds", SECONDS), Stream.of(options))
                .toArray(String[]::new);
        int code = JudgeCommand.FAULTY;
        for (int factor = 1; factor <= MAX_FACTOR && code == JudgeCommand.FAULTY; factor *= 2) {
            code = judge(factor, arguments);
            System.out.println(printed());
        }
        return code;
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void assertNotRun(String why, String... arguments) {
        assertThat(judge(arguments)).as(printed()).isEqualTo(JudgeCommand.NOT_RUN);
        assertThat(said()).startsWith("judge: ").contains(why).hasLineCount(1);
    }

    @Test
    void saysInOneLineWhatIsWrong() {
        assertNotRun("which file?");
        assertNotRun("which file?", "my-locks/MyLock.java", "my-locks/cures/TokenLock.java");
        assertNotRun("there is no file my-locks/None.java", "my-locks/None.java");
        assertNotRun(
                "--interruptions is a number from 0 to 3, not '4'", "my-locks/MyLock.java", "--interruptions", "4");
        assertNotRun("no exercise '9.9' changes code; there are 2.2, 3.1", "--exercise", "9.9");
        assertNotRun("exercise 3.2 is about SetNxExLock.java", "my-locks/MyLock.java", "--exercise", "3.2");
        assertNotRun("exercise 16.2 is about BurnedFlag.java", "my-locks/cures/TokenLock.java", "--exercise", "16.2");
        assertThat(judge("--help")).isEqualTo(JudgeCommand.HOLDS);
        assertThat(printed()).startsWith("Usage: learn/lock-lab/judge FILE").contains("--interruptions", "--seconds");
    }

    @Test
    void saysThatAConstructorThrows(@TempDir Path folder) throws IOException {
        Path mine = folder.resolve("MyLock.java");
        Files.writeString(
                mine,
                Files.readString(Path.of("my-locks/MyLock.java"))
                        .replace("this.redis = redis;", "throw new IllegalStateException(\"not today\");")
                        .replace("this.lease = lease;", "")
                        .replace("private final", "private")
                        .replace("    private Redis redis;", "    private Redis redis = null;"));
        assertNotRun("not today", mine.toString());
        assertThat(new ProcessDirectory(DIRECTORY).names()).isEmpty();
    }

    @Test
    void findsTheTemplateFaultyAndSaysByWhichMoves() {
        int code = judge("my-locks/MyLock.java", "--seconds", SECONDS);
        for (int factor = 2; factor <= MAX_FACTOR && !hasPrinted(FAULTS_OF_THE_TEMPLATE); factor *= 2) {
            System.out.println(printed());
            code = judge(factor, "my-locks/MyLock.java", "--seconds", SECONDS);
        }
        assertThat(code).as(said()).isEqualTo(JudgeCommand.FAULTY);
        assertThat(FAULTS_OF_THE_TEMPLATE)
                .allSatisfy(pattern -> assertThat(printed()).containsPattern(pattern));
        assertThat(new ProcessDirectory(DIRECTORY).names()).isEmpty();
    }

    private boolean hasPrinted(List<String> patterns) {
        return patterns.stream()
                .allMatch(pattern -> Pattern.compile(pattern).matcher(printed()).find());
    }

    @Test
    void handsOutTheFileOfAnExerciseAndJudgesWhatBecameOfIt() throws IOException {
        Path mine = workingCopy.resolve("learn/lock-lab/my-locks/SetNxThenExpireLock.java");
        Files.createDirectories(mine.getParent());

        assertThat(judge("--exercise", "3.1")).as(said()).isEqualTo(JudgeCommand.HOLDS);
        assertThat(printed())
                .contains("A colleague repairs A5", "fails: locked-out", "--exercise 3.1 learn/lock-lab/my-locks");

        String given = Files.readString(mine);
        Files.writeString(mine, "// no change\n" + given);
        assertThat(judge("--exercise", "3.1", mine.toString())).as(said()).isEqualTo(JudgeCommand.FAULTY);
        assertThat(printed()).contains("NOT AS EXPECTED: exercise 3.1, SetNxThenExpireLock.java is unchanged");

        Files.writeString(mine, given.replace("lease.toMillis()", "lease.toMillis() + 1"));
        assertThat(judge("--exercise", "3.1", mine.toString())).as(said()).isEqualTo(JudgeCommand.FAULTY);
        assertThat(printed())
                .containsPattern("changed +holds +locked-out")
                .endsWith("NOT AS EXPECTED: exercise 3.1, SetNxThenExpireLock.java\n");

        String answer = ModelAnswers.to("3.1", given);
        Files.writeString(mine, answer);
        assertThat(judge("--exercise", "3.1", mine.toString()))
                .as(said() + printed())
                .isEqualTo(JudgeCommand.HOLDS);
        assertThat(printed())
                .containsPattern("before +fails: locked-out +locked-out")
                .containsPattern("changed +holds +holds");
        assertThat(judge("--exercise", "3.1")).as(said()).isEqualTo(JudgeCommand.HOLDS);
        assertThat(mine).hasContent(answer);

        Files.writeString(
                mine,
                answer.replace("Redis redis, Duration lease)", "Redis redis)").replace("= lease;", "= Duration.ZERO;"));
        assertNotRun("NoSuchMethodError", "--exercise", "3.1", mine.toString());
    }

    @Test
    @Tag("long")
    void findsTheLockWithATokenToHold() {
        int code = judgePatiently("my-locks/cures/TokenLock.java", "--interruptions", "0");
        assertThat(code).as(said() + printed()).isEqualTo(JudgeCommand.HOLDS);
        assertThat(printed()).containsPattern("HOLDS: TokenLock, in 7 scenarios and [1-9]\\d* orders of commands");
    }

    @Tag("weekly")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cures/TokenLock",
                "cures/KeptWakeUp",
                "cures/FlagInTransaction",
                "cures/RowLocks",
                "cures/CountedInRedis",
                "cures/NodeQueue"
            })
    void findsTheSoundOnesToHold(String file) {
        int code = judgePatiently("my-locks/" + file + ".java");
        assertThat(code).as(said() + printed()).isEqualTo(JudgeCommand.HOLDS);
    }
}
