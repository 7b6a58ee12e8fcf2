package io.flashsale.loadtest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** JMeter as the build assembled it from Maven's repository. Its classes are never on our class path. */
public record JMeterHome(Path path, String version) {

    private static final List<String> JVM = List.of(
            "-Xms256m",
            "-Xmx768m",
            "-Xss256k",
            // JMeter shares the machine with what it measures, so its garbage collector uses one thread.
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            // JMeter's own start script opens these, for its window and its result classes.
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.text=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.desktop/java.awt.font=ALL-UNNAMED",
            "--add-opens=java.desktop/javax.swing=ALL-UNNAMED",
            "--add-opens=java.desktop/javax.swing.text.html=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dlog4j2.statusLoggerLevel=OFF");

    public static JMeterHome find(Path root) {
        Path home = root.resolve("tools/load/target/jmeter-home");
        Path core = home.resolve("lib/ext");
        if (!Files.isRegularFile(home.resolve("bin/ApacheJMeter.jar")) || !Files.isDirectory(core)) {
            throw new CannotMeasureException("JMeter is missing at " + home
                    + ": connect to Maven's repository once and run mvn -DskipTests -pl tools/load -am package");
        }
        try (Stream<Path> jars = Files.list(core)) {
            String version = jars.map(jar -> String.valueOf(jar.getFileName()))
                    .filter(jar -> jar.startsWith("ApacheJMeter_core-"))
                    .map(jar -> jar.substring("ApacheJMeter_core-".length(), jar.length() - ".jar".length()))
                    .findFirst()
                    .orElseThrow(() -> new CannotMeasureException(
                            "JMeter at " + home + " is incomplete: delete that folder and run jmeter/run again."));
            // JMeter logs errors if this folder is missing.
            Files.createDirectories(home.resolve("lib/junit"));
            return new JMeterHome(home, version);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the command that runs JMeter with these arguments; JMeter keeps its preferences in that folder. */
    List<String> command(Path preferences, boolean headless, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.add("-Djava.awt.headless=" + headless);
        command.add("-Djava.util.prefs.userRoot=" + preferences);
        command.add("-jar");
        command.add(path.resolve("bin/ApacheJMeter.jar").toString());
        command.addAll(arguments);
        return command;
    }
}
