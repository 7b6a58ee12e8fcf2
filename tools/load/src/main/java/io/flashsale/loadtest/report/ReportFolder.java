package io.flashsale.loadtest.report;

import io.flashsale.loadtest.CannotMeasureException;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of one run: {@code verdict.html}, {@code verdict.json}, and what JMeter wrote. */
public record ReportFolder(Path path) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /** @throws CannotMeasureException if the requested folder is not empty or cannot be created */
    public static ReportFolder create(Path root, String name, @Nullable Path wanted) {
        Path folder = wanted != null
                ? wanted.toAbsolutePath().normalize()
                : root.resolve(".flashsale/load-tests").resolve(name + "-" + TIME.format(LocalDateTime.now()));
        try {
            Files.createDirectories(folder);
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw new CannotMeasureException(
                            "The report folder " + folder + " is not empty: name another one with --report.");
                }
            }
            if (!Files.isWritable(folder)) {
                throw new AccessDeniedException(folder.toString());
            }
        } catch (IOException e) {
            throw new CannotMeasureException(
                    "The report folder " + folder + " cannot be made (" + e + "): name another one with --report.", e);
        }
        return new ReportFolder(folder);
    }

    public void write(RunFacts facts, RunVerdict verdict) {
        try {
            Files.writeString(path.resolve("verdict.json"), VerdictJson.of(facts, verdict));
            boolean dashboard = Files.exists(path.resolve("dashboard/index.html"));
            Files.writeString(
                    path.resolve("verdict.html"),
                    VerdictPage.of(facts, verdict, dashboard).html());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
