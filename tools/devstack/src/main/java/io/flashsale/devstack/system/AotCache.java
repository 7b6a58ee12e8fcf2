package io.flashsale.devstack.system;

import io.flashsale.devstack.process.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The classes of one service, loaded and linked ahead of time (JEP 483, 514); it more than halves the start.
 *
 * <p>A cache fits one build, one JDK and one set of JVM flags. It lies beside the unpacked jar of its build, is
 * named after the JDK and the flags, and is deleted with that build. A JVM that cannot use it says so in its
 * log and starts without it.
 *
 * @param jar the unpacked one that is run
 */
record AotCache(Path jar, List<String> jvmArguments) {

    private Path cache() {
        List<String> flags = jvmArguments.stream()
                .filter(argument -> argument.startsWith("-X"))
                .toList();
        int jvm = Objects.hash(System.getProperty("java.vm.version"), Platform.java(), flags);
        return jar.resolveSibling(jar.getFileName() + "-" + Integer.toHexString(jvm) + ".aot");
    }

    boolean exists() {
        return Files.isRegularFile(cache());
    }

    /** The JVM arguments that use the cache. */
    List<String> use() {
        return List.of("-XX:AOTCache=" + cache());
    }

    /**
     * Makes the cache in a process of low priority, in about a minute of processor time.
     *
     * <p>It starts the service up to Spring's context; the service ends before it opens a port or reads a
     * message. An interrupt ends this without a cache.
     *
     * @param environment of the service, with the addresses of its servers and the other services
     */
    void make(Map<String, String> environment) throws IOException, InterruptedException {
        Path cache = cache();
        Path fresh = cache.resolveSibling(cache.getFileName() + "." + UUID.randomUUID());
        ProcessBuilder training = new ProcessBuilder(trainingCommand(fresh))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        training.environment().keySet().removeIf(JavaService::isSetting);
        training.environment().putAll(environment);
        Process process = training.start();
        try {
            int exit = process.waitFor();
            if (exit != 0 || !Files.isRegularFile(fresh)) {
                throw new IOException("its AOT cache was not made (exit status " + exit + ")");
            }
            Files.move(fresh, cache, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly); // the process that assembles the cache
            process.destroyForcibly();
            Files.deleteIfExists(fresh);
        }
    }

    private List<String> trainingCommand(Path fresh) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/nice"))) {
            command.addAll(List.of("/usr/bin/nice", "-n", "19"));
        }
        command.add(Platform.java());
        command.addAll(jvmArguments);
        command.addAll(List.of("-XX:AOTCacheOutput=" + fresh, "-Dspring.context.exit=onRefresh"));
        command.addAll(List.of("-jar", jar.toString()));
        return command;
    }
}
