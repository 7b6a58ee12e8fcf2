package io.flashsale.devstack.system;

import static java.util.stream.Collectors.joining;

import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import io.flashsale.devstack.server.Binaries;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Services that share one JVM, the process {@code shop}, as in {@code ./demo --small}.
 *
 * <p>Each service is a process of this name to the rest of devstack: all of them start, stop and kill the same JVM, and each
 * has its own ports and its own probe.
 */
final class OneJvm {

    static final String PROCESS = "shop";

    private final Path root;
    private final ProcessDirectory home;
    private final List<Part> parts = new ArrayList<>();

    OneJvm(Path root, ProcessDirectory home) {
        this.root = root;
        this.home = home;
    }

    /** Adds a service; all are added before the first start. Those that a purchase needs start first. */
    JavaService add(
            ServiceName service,
            List<String> jvmArguments,
            Map<String, String> settings,
            String address,
            int httpPort,
            int managementPort,
            AotUse aot) {
        Part part = new Part(service, jvmArguments, settings, address, httpPort, managementPort, aot);
        parts.add(part);
        return part;
    }

    /** The unpacked jars, which share the folder of their libraries: most have the same ones. */
    private Path unpacked() throws IOException {
        return UnpackedJar.together(
                parts.stream().map(part -> part.service.jar(root)).toList(),
                ProjectRoot.module(root, "devstack").resolve("target/shop"));
    }

    private List<String> program() throws IOException {
        Path folder = unpacked();
        List<String> program = new ArrayList<>(List.of(
                "-cp",
                Binaries.ownClasses()
                        + parts.stream()
                                .map(part -> File.pathSeparator + part.jar(folder))
                                .collect(joining()),
                OneJvmMain.class.getName()));
        for (Part part : parts) {
            program.add((part.service.isNeededToSell() ? OneJvmMain.FIRST : OneJvmMain.THEN) + part.jar(folder));
            program.add(part.settingsFile().toString());
        }
        return program;
    }

    private final class Part extends JavaService {

        private final ServiceName service;

        Part(
                ServiceName service,
                List<String> jvmArguments,
                Map<String, String> settings,
                String address,
                int httpPort,
                int managementPort,
                AotUse aot) {
            super(PROCESS, home, service.jar(root), jvmArguments, settings, address, httpPort, managementPort, aot);
            this.service = service;
        }

        @Override
        public String service() {
            return service.module();
        }

        private Path jar(Path folder) {
            return folder.resolve(service.module() + ".jar");
        }

        private Path settingsFile() {
            return home.dataOf(PROCESS).resolve(service.module() + ".env");
        }

        private void writeSettings() throws IOException {
            Map<String, String> settings = new TreeMap<>(super.environment());
            // Each jar has files of these names, so the class path alone would not tell them apart.
            settings.put("SPRING_CONFIG_LOCATION", "jar:" + jar(unpacked()).toUri() + "!/");
            Path migrations = root.resolve("sql").resolve(service.module().replace("-service", ""));
            if (Files.isDirectory(migrations)) {
                settings.put(
                        "SPRING_FLYWAY_LOCATIONS",
                        "filesystem:" + migrations + ",filesystem:" + root.resolve("sql/shared"));
            }
            settings.put(
                    "FLASHSALE_MEMORY_COLLECT_WHEN_IDLE", service == ServiceName.GATEWAY ? "10s" : "false"); // one heap
            settings.put("LOGGING_INCLUDE_APPLICATION_NAME", "false"); // the first one would stand in the lines of all
            SecretFile.write(
                    settingsFile(),
                    settings.entrySet().stream()
                            .map(setting -> setting.getKey() + "=" + setting.getValue() + "\n")
                            .collect(joining()));
        }

        @Override
        protected void prepare() throws IOException {
            for (Part part : parts) {
                part.prepareOne();
            }
        }

        private void prepareOne() throws IOException {
            super.prepare();
            writeSettings();
        }

        @Override
        protected List<String> program() throws IOException {
            return OneJvm.this.program();
        }

        /** The same for all parts, as the cache that lies beside it. */
        @Override
        protected Path jar() throws IOException {
            return parts.getFirst().jar(unpacked());
        }

        /** Of the process; the service's own are in its file. */
        @Override
        public Map<String, String> environment() {
            return Map.of("MALLOC_ARENA_MAX", super.environment().getOrDefault("MALLOC_ARENA_MAX", "2"));
        }

        @Override
        protected Map<Integer, String> ports() {
            Map<Integer, String> all = new HashMap<>();
            parts.forEach(part -> all.putAll(part.ownPorts()));
            return all;
        }

        private Map<Integer, String> ownPorts() {
            return super.ports();
        }
    }
}
