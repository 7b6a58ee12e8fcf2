package io.flashsale.locklab.run;

import java.nio.file.Path;

/** The directory of laboratories. There is one per user, so that no two laboratories share the machine. */
public final class LabDirectory {

    private LabDirectory() {}

    /**
     * Returns {@code flashsale/lock-lab} in the user's cache, or the system property
     * {@code flashsale.lock-lab.directory}.
     */
    public static Path standard() {
        String chosen = System.getProperty("flashsale.lock-lab.directory", "");
        if (!chosen.isEmpty()) {
            return Path.of(chosen);
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path cache = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return cache.resolve("flashsale").resolve("lock-lab");
    }

    /** The directory of a game, beside the standard one, so that no run has to wait for the game. */
    public static Path ofGame(int number) {
        Path standard = standard();
        return standard.resolveSibling(standard.getFileName() + "-game-" + number);
    }
}
