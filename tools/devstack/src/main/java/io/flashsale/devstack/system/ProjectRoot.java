package io.flashsale.devstack.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

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
            if (Files.exists(dir.resolve("pom.xml")) && Files.isDirectory(dir.resolve("tools"))) {
                return dir;
            }
        }
        throw new IllegalStateException("Cannot find the project's root above " + start + ": set -Dflashsale.root");
    }

    /**
     * Returns the folder of a module, which has the module's name, such as {@code tools/control-room}.
     *
     * <p>A module that the root's POM does not name, as those of an old revision, has a folder directly below the root.
     */
    public static Path module(Path root, String name) {
        try {
            return Pattern.compile("<module>((?:.*/)?" + Pattern.quote(name) + ")</module>")
                    .matcher(Files.readString(root.resolve("pom.xml")))
                    .results()
                    .map(module -> root.resolve(module.group(1)))
                    .findFirst()
                    .orElse(root.resolve(name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
