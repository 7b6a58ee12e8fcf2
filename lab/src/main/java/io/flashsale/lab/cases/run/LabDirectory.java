package io.flashsale.lab.cases.run;

import java.nio.file.Path;

/** Where the laboratories of this user work. One directory for all, so that two of them do not share the machine. */
public final class LabDirectory {

    private LabDirectory() {}

    /** {@code flashsale/lab} in the user's cache, unless the system property {@code flashsale.lab.directory} names another. */
    public static Path standard() {
        String chosen = System.getProperty("flashsale.lab.directory", "");
        if (!chosen.isEmpty()) {
            return Path.of(chosen);
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path cache = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return cache.resolve("flashsale").resolve("lab");
    }
}
