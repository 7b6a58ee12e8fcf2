package io.flashsale.devstack.system;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of the working copy, which holds {@code demo} and the parent POM. */
public final class ProjectRoot {

    private ProjectRoot() {}

    /**
     * The system property {@code flashsale.root} if it is set (the build and {@code demo} set it), else the nearest
     * folder upwards from the working directory that looks like it.
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
