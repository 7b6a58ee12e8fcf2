package io.flashsale.locklab.run;

import java.nio.file.Path;

/** Where the laboratories of this user work. One directory for all, so that two of them do not share the machine. */
public final class LabDirectory {

    private LabDirectory() {}

    /** {@code flashsale/lock-lab} in the user's cache, unless the system property {@code flashsale.lock-lab.directory} names another. */
    public static Path standard() {
        String chosen = System.getProperty("flashsale.lock-lab.directory", "");
        if (!chosen.isEmpty()) {
            return Path.of(chosen);
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path cache = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return cache.resolve("flashsale").resolve("lock-lab");
    }

    /** Where a game is played: beside the standard one, so that no run has to wait for it. */
    public static Path ofGame(int number) {
        Path standard = standard();
        return standard.resolveSibling(standard.getFileName() + "-game-" + number);
    }
}
