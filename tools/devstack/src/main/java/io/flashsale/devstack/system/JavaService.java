package io.flashsale.devstack.system;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a Spring Boot jar on the JDK of this process; it is ready when its readiness probe answers 200. */
public final class JavaService extends ManagedProcess {

    private final Path jar;
    private final List<String> jvmArguments;
    private final Map<String, String> environment;
    private final int httpPort;
    private final int managementPort;
    private final boolean usesAotCache;

    private JavaService(Builder builder) {
        super(builder.name, builder.home);
        this.jar = builder.jar;
        this.jvmArguments = List.copyOf(builder.jvmArguments);
        this.environment = Map.copyOf(builder.environment);
        this.httpPort = builder.httpPort;
        this.managementPort = builder.managementPort;
        this.usesAotCache = builder.usesAotCache;
    }

    /**
     * @param name unique in the directory: the names of the log and of the pid file
     * @param home the directory with whose owner the service ends
     */
    public static Builder of(String name, ProcessDirectory home, Path jar) {
        return new Builder(name, home, jar);
    }

    public int httpPort() {
        return httpPort;
    }

    public int managementPort() {
        return managementPort;
    }

    /** The URL of the API, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + httpPort;
    }

    /** The URL of the actuator, without a slash at the end. */
    public String managementUrl() {
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
    protected List<String> command() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Platform.java());
        command.addAll(jvmArguments);
        Path unpacked = UnpackedJar.of(jar);
        AotCache cache = new AotCache(unpacked, jvmArguments);
        if (usesAotCache && cache.exists()) {
            command.addAll(cache.use());
        }
        command.add("-jar");
        command.add(unpacked.toString());
        return command;
    }

    /**
     * Makes the AOT cache that speeds up later starts of this build, if it is missing.
     *
     * <p>The service's servers must run; the service itself need not. Takes about a minute at low priority.
     *
     * @return whether there is a new cache
     * @throws IOException if the cache cannot be made; later starts are then only slower
     */
    public boolean makeAotCache() throws IOException, InterruptedException {
        Path unpacked = UnpackedJar.of(jar);
        AotCache cache = new AotCache(unpacked, jvmArguments);
        if (unpacked.equals(jar) || cache.exists()) {
            return false;
        }
        cache.make(environment);
        return true;
    }

    /** The environment variables of the service, in addition to ours. */
    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    protected Map<Integer, String> ports() {
        Map<Integer, String> ports = new LinkedHashMap<>();
        ports.put(httpPort, "HTTP");
        ports.put(managementPort, "its probes and metrics");
        return ports;
    }

    @Override
    protected boolean isReady() throws IOException {
        HttpURLConnection probe = (HttpURLConnection) URI.create(managementUrl() + "/actuator/health/readiness")
                .toURL()
                .openConnection();
        probe.setConnectTimeout(1_000);
        probe.setReadTimeout(2_000);
        try {
            return probe.getResponseCode() == HttpURLConnection.HTTP_OK;
        } finally {
            probe.disconnect();
        }
    }

    /** Ports that are not given are free ones, chosen by {@link #build}. */
    public static final class Builder {

        private final String name;
        private final ProcessDirectory home;
        private final Path jar;
        private final List<String> jvmArguments = new ArrayList<>();
        private final Map<String, String> environment = new HashMap<>();
        private String address = "127.0.0.1";
        private int httpPort;
        private int managementPort;
        private boolean usesAotCache = true;

        private Builder(String name, ProcessDirectory home, Path jar) {
            this.name = name;
            this.home = home;
            this.jar = jar;
        }

        public Builder jvmArguments(List<String> arguments) {
            jvmArguments.addAll(arguments);
            return this;
        }

        /** Adds variables to our own environment, which they override. */
        public Builder environment(Map<String, String> variables) {
            environment.putAll(variables);
            return this;
        }

        /** The address that the HTTP port listens on; the management port stays on the loopback address. */
        public Builder address(String listen) {
            address = listen;
            return this;
        }

        /** Whether it uses its AOT cache, if there is one; it does by default. */
        public Builder useAotCache(boolean use) {
            usesAotCache = use;
            return this;
        }

        public Builder httpPort(int port) {
            httpPort = port;
            return this;
        }

        public Builder managementPort(int port) {
            managementPort = port;
            return this;
        }

        public JavaService build() {
            httpPort = httpPort == 0 ? Ports.free() : httpPort;
            managementPort = managementPort == 0 ? Ports.free() : managementPort;
            environment.put("SERVER_PORT", Integer.toString(httpPort));
            environment.put("SERVER_ADDRESS", address);
            environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort));
            environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
            return new JavaService(this);
        }
    }
}
