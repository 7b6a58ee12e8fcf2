package io.flashsale.devstack.process;

import io.flashsale.devstack.server.Binaries;
import java.nio.file.Path;

/** Makes directories for tests in target, because a data directory in /tmp may be kept in memory. */
public final class Scratch {

    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private Scratch() {}

    /** A new, empty directory of the calling class, as two classes run at a time. What ran there before is ended. */
    public static Path directory(String name) {
        Path dir = Path.of("target", "it", CALLERS.getCallerClass().getSimpleName(), name)
                .toAbsolutePath();
        if (dir.toFile().exists()) {
            new ProcessDirectory(dir).endLeftovers();
        }
        Binaries.deleteTree(dir);
        return dir;
    }
}
