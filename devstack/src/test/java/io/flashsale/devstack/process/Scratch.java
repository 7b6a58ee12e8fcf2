package io.flashsale.devstack.process;

import io.flashsale.devstack.server.Binaries;
import java.nio.file.Path;

/** Directories for tests: below target, as data directories in /tmp may be kept in memory. */
public final class Scratch {

    private Scratch() {}

    /** A new, empty directory. */
    public static Path directory(String name) {
        Path dir = Path.of("target", "it", name).toAbsolutePath();
        if (dir.toFile().exists()) {
            new ProcessDirectory(dir).endLeftovers();
        }
        Binaries.deleteTree(dir);
        return dir;
    }
}
