package io.flashsale.benchmark.report;

import com.sun.management.OperatingSystemMXBean;
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
        try {
            Process git = new ProcessBuilder("git", "-C", root.toString(), "describe", "--always", "--dirty")
                    .redirectErrorStream(true)
                    .start();
            try (var output = git.inputReader()) {
                String said = output.readLine();
                return git.waitFor() == 0 && said != null ? said : "unknown";
            }
        } catch (IOException notThere) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
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
