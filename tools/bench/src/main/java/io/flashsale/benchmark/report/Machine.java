package io.flashsale.benchmark.report;

import com.sun.management.OperatingSystemMXBean;
import io.flashsale.devstack.process.Platform;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Describes the measured system and the machine. */
public final class Machine {

    private Machine() {}

    /** The version of the system as Git names it; {@code -dirty} if files have changed since. */
    public static String commit(Path root) {
        String said = Platform.output("git", "-C", root.toString(), "describe", "--always", "--dirty")
                .strip();
        return said.isEmpty() ? "unknown" : said;
    }

    public static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }

    public static long memoryGigabytes() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return Math.round(system.getTotalMemorySize() / 1e9);
    }
}
