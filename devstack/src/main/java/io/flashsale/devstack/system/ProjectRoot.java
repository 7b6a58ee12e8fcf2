package io.flashsale.devstack.system;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of the working copy, with {@code demo} and the parent POM. */
public final class ProjectRoot {

    private ProjectRoot() {}

    /**
     * Finds the folder by the system property {@code flashsale.root}, which the build and {@code demo} set.
     *
     * <p>Without it, takes the nearest folder upwards from the working directory that looks like the root.
     */
    public static Path find() {
        String given = System.getProperty("flashsale.root", "");
        if (!given.isEmpty()) {
            return Path.of(given).toAbsolutePath().normalize();
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path dir = start; dir != null; dir = dir.getParent()) {
            if (Files.exists(dir.resolve("pom.xml")) && Files.isDirectory(dir.resolve("devstack"))) {
                return dir;
            }
        }
        throw new IllegalStateException("Cannot find the project's root above " + start + ": set -Dflashsale.root");
    }
}
