package io.flashsale.devstack.system;

import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.JvmProcess;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a Spring Boot jar on the JDK of this process; it is ready when its readiness probe answers 200. */
public class JavaService extends JvmProcess {

    private final Path jar;
    private final List<String> jvmArguments;
    private final Map<String, String> environment;
    private final int httpPort;
    private final int managementPort;

    /**
     * @param environment variables in addition to ours, which they override; settings of Spring are not inherited
     * @param address that the HTTP port listens on; the management port stays on the loopback address
     */
    public JavaService(
            String name,
            ProcessDirectory home,
            Path jar,
            List<String> jvmArguments,
            Map<String, String> environment,
            String address,
            int httpPort,
            int managementPort,
            AotUse aot) {
        super(name, home, aot);
        this.jar = jar;
        this.jvmArguments = List.copyOf(jvmArguments);
        this.httpPort = httpPort;
        this.managementPort = managementPort;
        Map<String, String> all = new HashMap<>(environment);
        all.put("SERVER_PORT", Integer.toString(httpPort));
        all.put("SERVER_ADDRESS", address);
        all.put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort));
        all.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
        this.environment = Map.copyOf(all);
    }

    /** The name of the service; unlike the process, it is the same for all instances. */
    public String service() {
        return name().replaceAll("-\\d+$", "");
    }

    public final int httpPort() {
        return httpPort;
    }

    public final int managementPort() {
        return managementPort;
    }

    /** The URL of the API, without a slash at the end. */
    public final String url() {
        return "http://127.0.0.1:" + httpPort;
    }

    /** The URL of the actuator, without a slash at the end. */
    public final String managementUrl() {
        return "http://127.0.0.1:" + managementPort;
    }

    @Override
    protected void prepare() throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new ServerFailedException(
                    name() + " is not built: " + jar + " is missing. Run: mvn -DskipTests package");
        }
    }

    @Override
    protected final List<String> jvmArguments() {
        return jvmArguments;
    }

    @Override
    protected List<String> program() throws IOException {
        return List.of("-jar", jar().toString());
    }

    /** The unpacked jar of this build. */
    @Override
    protected Path jar() throws IOException {
        return UnpackedJar.of(jar);
    }

    /** Spring would take what another project has left in our environment for settings of the service. */
    static boolean isSetting(String variable) {
        return variable.startsWith("SPRING_") || variable.startsWith("SERVER_") || variable.startsWith("MANAGEMENT_");
    }

    @Override
    protected boolean inherits(String variable) {
        return !isSetting(variable);
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    protected Map<Integer, String> ports() {
        return Map.of(httpPort, "HTTP", managementPort, "its probes and metrics");
    }

    @Override
    protected Optional<String> advice(String printed) {
        return printed.contains("Migrations have failed validation")
                ? Optional.of("Its tables were made by other migrations than those of this build."
                        + " ./demo --fresh starts with new data and deletes these.")
                : Optional.empty();
    }

    @Override
    protected boolean isReady() throws IOException {
        return isOk(managementUrl() + "/actuator/health/readiness");
    }
}
