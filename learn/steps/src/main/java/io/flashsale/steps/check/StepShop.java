package io.flashsale.steps.check;

import io.flashsale.devstack.process.JvmProcess;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An instance of a shop as a process, which can be paused, killed and started again on the same port. */
final class StepShop extends JvmProcess {

    private final int port = Ports.free();
    private final StepProgram program;
    private final Map<String, String> environment;

    /** @param servers the addresses of the servers, as variables of Spring Boot */
    StepShop(String name, ProcessDirectory home, StepProgram program, Map<String, String> servers) {
        super(name, home, program.aot());
        this.program = program;
        environment = new HashMap<>(servers);
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", Integer.toString(port));
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    protected List<String> jvmArguments() {
        return List.of(
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED");
    }

    @Override
    protected List<String> program() {
        return List.of("-cp", program.classPath(), program.step().mainClass());
    }

    /** For a learner's copy a folder, which has no AOT cache. */
    @Override
    protected Path jar() {
        return Path.of(program.classPath().split(":")[0]);
    }

    @Override
    protected boolean isReady() throws IOException {
        return isOk(url() + "/stock");
    }

    @Override
    protected Map<Integer, String> ports() {
        return Map.of(port, "HTTP");
    }

    @Override
    protected Map<String, String> environment() {
        return environment;
    }

    @Override
    protected boolean inherits(String variable) {
        return !variable.startsWith("SPRING_") && !variable.startsWith("SERVER_");
    }
}
