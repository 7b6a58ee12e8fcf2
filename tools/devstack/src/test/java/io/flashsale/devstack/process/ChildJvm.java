package io.flashsale.devstack.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class of the tests in its own JVM, as an owner that can be killed. */
public final class ChildJvm implements AutoCloseable {

    private final Process process;

    private ChildJvm(Process process) {
        this.process = process;
    }

    public static ChildJvm run(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Platform.java(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-Ddevstack.server.jvm.args=-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Its first line of output; waits for it. */
    public String firstLine() throws IOException {
        return process.inputReader(StandardCharsets.UTF_8).readLine();
    }

    public ProcessIdentity identity() {
        return ProcessIdentity.of(process.pid()).orElseThrow();
    }

    public void killDashNine() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
