package io.flashsale.loadtest;

import io.flashsale.client.ShopClientException;
import io.flashsale.commandline.Progress;
import io.flashsale.loadtest.RunSteps.Access;
import io.flashsale.loadtest.RunSteps.Clicks;
import io.flashsale.loadtest.report.ReportFolder;
import io.flashsale.loadtest.report.RunFacts;
import io.flashsale.loadtest.verdict.RunOutcome;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Makes one measured run: prepare, load, wait for the drain, audit, judge, report. The run and the shutdown hook
 * after Ctrl-C compete to settle it; the first writes the only verdict.
 */
final class Run {

    private final Progress progress;
    private final Path root;
    private final LoadTestOptions options;
    private final RunSteps steps;
    private final AtomicBoolean settled = new AtomicBoolean();

    /** @param typed the command line, for the report */
    Run(Progress progress, Path root, LoadTestOptions options, List<String> typed) {
        this.progress = progress;
        this.root = root;
        this.options = options;
        this.steps = new RunSteps(progress, root, options, typed);
    }

    /** Returns the exit status, which agrees with the last printed line. */
    int measure() {
        boolean listens = steps.listens();
        if (!listens && !options.start()) {
            throw new CannotMeasureException(
                    "Nothing listens at " + options.host() + ": start ./demo, or add --start.");
        }
        if (!listens && !options.isLocal()) {
            throw new CannotMeasureException(
                    "Nothing listens at " + options.host() + ", and --start can start ./demo on this machine only.");
        }
        // Faults found at the start are printed in one line, without a report.
        Access access = listens ? steps.logIn() : null;
        ReportFolder report = ReportFolder.create(root, options.plan().title(), options.report());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(report), "interrupted"));
        return settle(report, verdict(report, access));
    }

    private @Nullable RunVerdict verdict(ReportFolder report, @Nullable Access loggedIn) {
        try {
            Access access = loggedIn;
            if (access == null) {
                steps.startDemo(report);
                access = steps.logIn();
            }
            if (options.window()) {
                steps.openWindow(report, access);
                return null;
            }
            Clicks clicks = steps.load(report, access);
            awaitIfInterrupted();
            return steps.verdict(access, clicks);
        } catch (CannotMeasureException | ShopClientException e) {
            return unmeasured(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unmeasured("Interrupted.");
        } catch (RuntimeException unforeseen) {
            return unmeasured("The runner failed: " + unforeseen);
        }
    }

    private static RunVerdict unmeasured(String why) {
        return new RunVerdict(RunOutcome.UNMEASURED, "", List.of(why.replaceAll("\\s+", " ")), List.of());
    }

    /** Writes the report, cleans up and prints the last line; waits forever if Ctrl-C came first. */
    private int settle(ReportFolder report, @Nullable RunVerdict verdict) {
        if (!settled.compareAndSet(false, true)) {
            awaitIfInterrupted();
        }
        try {
            if (verdict != null) {
                report.write(steps.facts(), verdict);
            }
        } finally {
            steps.close();
        }
        if (verdict == null) {
            return 0; // only the window was requested
        }
        sayWhereAndWhat(report, verdict);
        return verdict.outcome().exitStatus();
    }

    private void sayWhereAndWhat(ReportFolder report, RunVerdict verdict) {
        progress.step("report: " + report.path().resolve("verdict.html"));
        progress.line(verdict.line());
    }

    /** Runs at every exit of the JVM; acts only if the run has not been settled. */
    private void interrupted(ReportFolder report) {
        if (!settled.compareAndSet(false, true)) {
            return;
        }
        steps.close();
        RunFacts known = steps.factsUntilNow();
        RunVerdict verdict = new RunVerdict(
                RunOutcome.INTERRUPTED,
                "",
                List.of("somebody stopped the run before there was a verdict"),
                List.of("The numbers are what had been recorded until then. Orders may still be on their way."));
        report.write(known, verdict);
        sayWhereAndWhat(report, verdict);
        Runtime.getRuntime().halt(verdict.outcome().exitStatus());
    }

    /** After Ctrl-C, the shutdown hook prints the last line and ends the JVM. */
    private void awaitIfInterrupted() {
        while (settled.get()) {
            try {
                Thread.sleep(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
