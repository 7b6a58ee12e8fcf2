package io.flashsale.devstack.system;

import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * A Spring Boot jar taken apart: a small jar, and its libraries as files beside it. Services run so, as in their Docker
 * image, because the loader of jars in a jar can hang virtual threads for ever, and because they start sooner: see
 * {@code docs/decisions/0021-services-run-unpacked.md}.
 */
final class UnpackedJar {

    /** One for each jar: instances of a service that start together want the same. */
    private static final Map<Path, Object> LOCKS = new ConcurrentHashMap<>();

    private UnpackedJar() {}

    /** The jar to run: the small one, made beside this one when there is none of this build; this one if it is no Boot jar. */
    static Path of(Path jar) throws IOException {
        if (!holdsOtherJars(jar)) {
            return jar;
        }
        String build = Files.getLastModifiedTime(jar).toMillis() + "-" + Files.size(jar);
        Path builds = jar.resolveSibling("unpacked");
        Path folder = builds.resolve(build);
        synchronized (LOCKS.computeIfAbsent(jar, path -> new Object())) {
            if (Files.isDirectory(builds) && !Files.isDirectory(folder)) {
                deleteOthers(builds, build);
            }
            return Binaries.unpacked(folder, into -> takeApart(jar, into)).resolve(jar.getFileName());
        }
    }

    /** But not what another process is making of the same build. */
    private static void deleteOthers(Path builds, String build) throws IOException {
        try (Stream<Path> folders = Files.list(builds)) {
            folders.filter(folder -> !folder.getFileName().toString().startsWith(build))
                    .forEach(Binaries::deleteTree);
        }
    }

    private static boolean holdsOtherJars(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry("BOOT-INF/lib/") != null;
        }
    }

    private static void takeApart(Path jar, Path into) throws IOException {
        Process tools = new ProcessBuilder(List.of(
                        Platform.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--force",
                        "--destination",
                        into.toString()))
                .redirectErrorStream(true)
                .start();
        try (var output = tools.inputReader()) {
            String said = String.join(" ", output.lines().toList());
            if (tools.waitFor() != 0) {
                throw new IOException(jar + " cannot be taken apart: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + jar + " was taken apart", e);
        }
    }
}
