package io.flashsale.benchmark;

import static io.flashsale.benchmark.Bench.say;

import io.flashsale.benchmark.report.Figure;
import io.flashsale.devstack.launcher.Launcher;
import io.flashsale.devstack.process.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/** Measures (i): starts of the system, each in a new folder and alone on the machine. */
final class Starts {

    private final Path data;
    private int count;

    /** @param data parent of the folders */
    Starts(Path data) {
        this.data = data;
    }

    /** Starts without AOT caches, as at the very first start. */
    void first(Subject subject) {
        note(Figure.FIRST_START, subject, SystemUnderTest::startFirst);
    }

    /** Starts with the AOT caches that {@link #prepare} has made. */
    void again(Subject subject) {
        note(Figure.START, subject, SystemUnderTest::start);
    }

    /** Makes the AOT caches for {@link #again}. */
    void prepare(Subject subject) {
        say("making AOT caches");
        List<String> training = List.of(
                Platform.java(),
                "-Dflashsale.root=" + subject.root(),
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName(),
                "--train");
        try {
            int exit = new ProcessBuilder(training).inheritIO().start().waitFor();
            if (exit != 0) {
                throw new BenchFailedException("the AOT caches were not made (exit status " + exit + ")");
            }
        } catch (IOException e) {
            throw new BenchFailedException("the AOT caches were not made: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted", e);
        }
    }

    private void note(Figure figure, Subject subject, BiFunction<Subject, Path, SystemUnderTest> start) {
        try (SystemUnderTest system = start.apply(subject, folder())) {
            double seconds = system.startTook().toMillis() / 1_000.0;
            subject.results().add(figure, seconds);
            say("  %s %s, %s: %.1f %s", figure.letter(), figure.title(), subject.name(), seconds, figure.unit());
        }
    }

    private Path folder() {
        count++;
        return data.resolve("start-" + count);
    }
}
