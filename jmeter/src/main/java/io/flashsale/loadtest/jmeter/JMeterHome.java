package io.flashsale.loadtest.jmeter;

import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** JMeter as the build put it together out of Maven's repository; its classes are never on our class path. */
public record JMeterHome(Path path, String version) {

    private static final List<String> JVM = List.of(
            "-Xms256m",
            "-Xmx768m",
            "-Xss256k",
            // It shares the machine with what it measures, and is to take little of it at once.
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            // What JMeter's own start script opens, for its window and its result classes.
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
        Path home = root.resolve("jmeter/target/jmeter-home");
        Path core = home.resolve("lib/ext");
        if (!Files.isRegularFile(home.resolve("bin/ApacheJMeter.jar")) || !Files.isDirectory(core)) {
            throw new CannotMeasureException("JMeter is missing at " + home
                    + ": connect to Maven's repository once and run mvn -DskipTests -pl jmeter -am package");
        }
        try (Stream<Path> jars = Files.list(core)) {
            String version = jars.map(jar -> String.valueOf(jar.getFileName()))
                    .filter(jar -> jar.startsWith("ApacheJMeter_core-"))
                    .map(jar -> jar.substring("ApacheJMeter_core-".length(), jar.length() - ".jar".length()))
                    .findFirst()
                    .orElseThrow(() -> new CannotMeasureException(
                            "JMeter at " + home + " is incomplete: delete that folder and run jmeter/run again."));
            // JMeter looks into it, and complains loudly where there is none.
            Files.createDirectories(home.resolve("lib/junit"));
            return new JMeterHome(home, version);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command that runs JMeter with these arguments; it keeps its preferences in that folder. */
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
