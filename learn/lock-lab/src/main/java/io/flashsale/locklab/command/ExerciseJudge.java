package io.flashsale.locklab.command;

import io.flashsale.locklab.course.ExerciseTexts;
import io.flashsale.locklab.exercise.Exercise;
import io.flashsale.locklab.exercise.ExerciseProof;
import io.flashsale.locklab.exercise.Expected;
import io.flashsale.locklab.own.OwnFile;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.text.Language;
import io.flashsale.locklab.text.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code learn/lock-lab/judge --exercise} does: hands out the file of an exercise, or judges a changed one. */
final class ExerciseJudge {

    private static final String MY_LOCKS = "learn/lock-lab/my-locks/";

    private final Exercise exercise;
    private final PrintStream out;
    private final ExerciseTexts texts = new ExerciseTexts();

    ExerciseJudge(Exercise exercise, PrintStream out) {
        this.exercise = exercise;
        this.out = out;
    }

    /**
     * Copies the file to {@code my-locks}, unless it is there, and prints the task and what the file shows now.
     *
     * @param root of the working copy
     */
    void begin(Path root) throws IOException {
        Path mine = root.resolve(MY_LOCKS + exercise.fileName());
        boolean isThere = Files.exists(mine);
        if (!isThere) {
            Files.writeString(mine, texts.file(exercise.path()));
        }
        out.println("Exercise " + exercise.number() + ", " + texts.chapter(exercise.number()));
        out.println();
        out.println(texts.task(exercise.number()));
        out.println();
        out.println("Your file:   " + MY_LOCKS + exercise.fileName() + (isThere ? ", which was there already" : ""));
        out.println("Judged by:   "
                + (exercise.isJudged()
                        ? "all trials of learn/lock-lab/judge"
                        : "learn/lock-lab/cases run " + exercise.proof()));
        out.println("Unchanged:   " + exercise.before());
        out.println("When ready:  learn/lock-lab/judge --exercise " + exercise.number() + " " + MY_LOCKS
                + exercise.fileName());
    }

    /** Runs the proof with the lab's class and with the file. Returns the exit code. */
    int judge(Path file, Laboratory laboratory) throws InterruptedException, IOException {
        ExerciseProof proof = new ExerciseProof(exercise, laboratory);
        RunReport changed = proof.with(file, exercise.scenario(), exercise.after());
        RunReport before = proof.before(exercise.scenario());

        TextTable table = new TextTable(
                exercise.proof(), "expected", "seen", "sold", "left", "oversold", "violations", "stale", "commands");
        add(table, "before", exercise.before(), before);
        add(table, "changed", exercise.after(), changed);
        out.print(table.text());
        out.println();
        changed.findings()
                .forEach(finding -> out.println(
                        finding.failure().slug() + ": " + finding.detail().en()));

        if (changed.verdict() == Verdict.INCONCLUSIVE || !exercise.before().isSeenIn(before, exercise.scenario())) {
            out.println("COULD NOT TELL: run it again on an idle machine");
            return JudgeCommand.NOT_RUN;
        }
        boolean isChanged = !OwnFile.areTheSame(file, unchanged());
        boolean costsWhatItMust = !exercise.moreCommands() || commands(changed) > 2 * commands(before);
        boolean expected = isChanged && costsWhatItMust && exercise.after().isSeenIn(changed, exercise.scenario());
        String why = !isChanged
                ? " is unchanged"
                : costsWhatItMust ? "" : " must need more than twice as many commands as before";
        out.println((expected ? "AS EXPECTED" : "NOT AS EXPECTED") + ": exercise " + exercise.number() + ", "
                + file.getFileName() + why);
        return expected ? JudgeCommand.HOLDS : JudgeCommand.FAULTY;
    }

    private Path unchanged() throws IOException {
        Path directory = Files.createTempDirectory("flashsale-exercise-");
        Path file = Files.writeString(directory.resolve(exercise.fileName()), texts.file(exercise.path()));
        directory.toFile().deleteOnExit();
        file.toFile().deleteOnExit(); // before its directory
        return file;
    }

    private static void add(TextTable table, String which, Expected expected, RunReport report) {
        table.add(
                which,
                expected,
                report.verdict() == Verdict.HOLDS ? Expected.HOLDS : Printout.seen(report, Language.EN),
                report.sold(),
                report.left(),
                report.oversold(),
                Printout.orDash(report.exclusionViolations()),
                Printout.orDash(report.staleWrites()),
                Printout.orDash(report.commands()));
    }

    private static long commands(RunReport report) {
        Long commands = report.commands();
        return commands == null ? 0 : commands;
    }
}
