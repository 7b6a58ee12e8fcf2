package io.flashsale.benchmark;

import static io.flashsale.benchmark.Bench.say;

import io.flashsale.benchmark.report.Figure;
import java.nio.file.Path;
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
        try (SystemUnderTest system = SystemUnderTest.start(subject, folder())) {
            system.makeAotCaches();
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
