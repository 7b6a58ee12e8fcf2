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
 * A Spring Boot jar taken apart: a small jar, with its libraries as files beside it.
 *
 * <p>Services run like this, as in their Docker image: nested jars can block virtual threads for ever, and they
 * start more slowly. See {@code docs/decisions/0021-services-run-unpacked.md}.
 */
final class UnpackedJar {

    /** One lock for each jar, because instances of a service that start together unpack the same jar. */
    private static final Map<Path, Object> LOCKS = new ConcurrentHashMap<>();

    private UnpackedJar() {}

    /** The small jar of this build, made if missing; the given jar if it is no Boot jar. */
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

    /**
     * A folder with the small jars of these builds and the libraries of all of them, each library once.
     *
     * @param builds holds this folder, and those of earlier builds until the next one
     */
    static Path together(List<Path> jars, Path builds) throws IOException {
        StringBuilder build = new StringBuilder();
        for (Path jar : jars) {
            build.append(jar.getFileName())
                    .append(Files.getLastModifiedTime(jar).toMillis());
        }
        Path folder = builds.resolve(Integer.toHexString(build.toString().hashCode()));
        synchronized (LOCKS.computeIfAbsent(builds, path -> new Object())) {
            if (Files.isDirectory(builds) && !Files.isDirectory(folder)) {
                deleteOthers(builds, folder.getFileName().toString());
            }
            return Binaries.unpacked(folder, into -> {
                for (Path jar : jars) {
                    takeApart(jar, into);
                }
            });
        }
    }

    /** Keeps a directory that another process is filling for the same build. */
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
