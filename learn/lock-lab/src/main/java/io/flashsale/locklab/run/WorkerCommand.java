package io.flashsale.locklab.run;

import io.flashsale.locklab.worker.WorkerMain;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** The command line of a worker. It uses our own class path, even if that is one jar with nested jars. */
final class WorkerCommand {

    private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

    private WorkerCommand() {}

    /**
     * The arguments of {@code java}.
     *
     * @param first where to look for classes before ours
     */
    static List<String> arguments(@Nullable Path first) {
        List<String> arguments = new ArrayList<>(List.of(
                "-Xmx64m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        String classPath = System.getProperty("java.class.path");
        if (isPackagedBySpringBoot(classPath)) {
            if (first != null) {
                arguments.add("-Dloader.path=" + first.toAbsolutePath());
            }
            arguments.addAll(
                    List.of("-Dloader.main=" + WorkerMain.class.getName(), "-cp", absolute(classPath), LAUNCHER));
        } else {
            String ours = absolute(classPath);
            arguments.addAll(List.of(
                    "-cp",
                    first == null ? ours : first.toAbsolutePath() + File.pathSeparator + ours,
                    WorkerMain.class.getName()));
        }
        return arguments;
    }

    private static boolean isPackagedBySpringBoot(String classPath) {
        if (classPath.contains(File.pathSeparator) || !classPath.endsWith(".jar")) {
            return false;
        }
        try (JarFile jar = new JarFile(classPath)) {
            return jar.getEntry("BOOT-INF/classes/") != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the paths absolute, as workers run in another directory. */
    private static String absolute(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            entries.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, entries);
    }
}
