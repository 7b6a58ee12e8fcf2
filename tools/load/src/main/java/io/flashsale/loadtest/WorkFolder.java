package io.flashsale.loadtest;

import io.flashsale.commandline.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A private folder for files with tokens. Created on first use, and deleted at the end. */
public final class WorkFolder {

    private @Nullable Path folder;

    public synchronized Path path() {
        Path made = folder;
        if (made == null) {
            try {
                made = Files.createTempDirectory("flash-sale-load-test-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            folder = made;
        }
        return made;
    }

    /** Deletes it with its content; reports failures. */
    public synchronized void delete(Progress progress) {
        Path made = folder;
        if (made == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(made)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            progress.line("Delete " + made + ", which holds tokens: " + e.getMessage());
        }
    }
}
