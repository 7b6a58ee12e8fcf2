package io.flashsale.devstack.server;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The class path of Kafka and ZooKeeper, which the build wrote into a resource.
 *
 * <p>No other code has these jars on its class path, so their versions constrain no other code.
 */
final class ServerClassPath {

    static final String ADVICE = "Its jars are not where the build found them: build devstack again (mvn package).";

    private ServerClassPath() {}

    /** The given JVM arguments, and those with which a server logs warnings and errors to its output. */
    static List<String> jvmArguments(String... ofTheServer) {
        List<String> arguments = new ArrayList<>(List.of(ofTheServer));
        arguments.addAll(furtherJvmArguments());
        arguments.addAll(List.of(
                "-Duser.language=en", // Kafka names its files by numbers in the digits of the language
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSZ",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        return arguments;
    }

    /** The class path, a main class, and its arguments. */
    static List<String> program(String mainClass, String argument) {
        return List.of("-cp", Binaries.ownClasses() + File.pathSeparator + read(), mainClass, argument);
    }

    /**
     * From {@code -Ddevstack.server.jvm.args=}; tests, which run a server for a minute, turn off the second
     * compiler.
     */
    private static List<String> furtherJvmArguments() {
        return Stream.of(System.getProperty("devstack.server.jvm.args", "").split(" ", -1))
                .filter(argument -> !argument.isEmpty())
                .toList();
    }

    private static String read() {
        try (InputStream in = ServerClassPath.class.getResourceAsStream("servers.classpath")) {
            if (in == null) {
                throw new IllegalStateException("devstack was built without servers.classpath: build it with Maven.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
