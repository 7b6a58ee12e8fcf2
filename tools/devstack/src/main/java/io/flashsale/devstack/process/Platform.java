package io.flashsale.devstack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The differences between Linux and macOS. Everything was run on Linux only. */
public final class Platform {
    /** An empty file. */
    public static final Path NOTHING = Path.of("/dev/null");

    /** A system property: whether the processes that this JVM starts run {@linkplain #inBackground in background}. */
    public static final String BACKGROUND = "devstack.background";

    private Platform() {}

    public static boolean isMac() {
        return System.getProperty("os.name", "").startsWith("Mac");
    }

    /** The operating system and the processor, such as {@code linux-amd64} or {@code darwin-arm64}. */
    public static String name() {
        return name(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static String name(String system, String processor) {
        String family = switch (processor) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> processor;
        };
        return (system.startsWith("Mac") ? "darwin" : system.toLowerCase(Locale.ROOT)) + "-" + family;
    }

    /** Whether this process is root: MariaDB and MySQL then need an explicit option to start. */
    public static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The JVM that runs this process, for child processes. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Puts the command into its own session (Linux) or process group (elsewhere).
     *
     * <p>Otherwise Ctrl-C in the terminal would end all children at once, while we stop them one after the
     * other.
     */
    static List<String> apart(List<String> command) {
        return Boolean.getBoolean(BACKGROUND) ? inBackground(command) : inOwnSession(command);
    }

    /**
     * Does the same, at the lowest priority, as all that the command starts inherits.
     *
     * <p>Linux shares processors between sessions first, whatever the priorities inside: each has one of its own.
     */
    public static List<String> inBackground(List<String> command) {
        List<String> all = new ArrayList<>(List.of(
                "/bin/sh", "-c", "{ echo 19 > /proc/self/autogroup; } 2> /dev/null; exec nice -n 19 \"$@\"", "sh"));
        all.addAll(command);
        return inOwnSession(all);
    }

    private static List<String> inOwnSession(List<String> command) {
        List<String> all = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            all.add("/usr/bin/setsid");
        } else if (Files.isExecutable(Path.of("/usr/bin/perl"))) {
            all.addAll(List.of("/usr/bin/perl", "-e", "setpgrp(0, 0); exec { $ARGV[0] } @ARGV; die \"$ARGV[0]: $!\";"));
        }
        all.addAll(command);
        return all;
    }

    /** The output of a short command; empty if it cannot be run. */
    public static String output(String... command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("LC_ALL", "C");
            Process process = builder.start();
            try (var out = process.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8);
            } finally {
                process.waitFor();
            }
        } catch (IOException notInstalled) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("Interrupted while running " + command[0], e));
        }
    }

    /** Stops the process with SIGSTOP. On Linux, returns when all its threads have stopped. */
    public static void pause(long pid) {
        signal("STOP", pid);
        Path threads = Path.of("/proc/" + pid + "/task");
        if (!Pause.until(() -> !hasRunningThread(threads), Duration.ofMinutes(1), 1)) {
            throw new IllegalStateException("process " + pid + " did not stop");
        }
    }

    /** Lets a paused process continue (SIGCONT). */
    public static void resume(long pid) {
        signal("CONT", pid);
    }

    /** Kills a process and all that it has started; it cannot start another one meanwhile. */
    public static void killWithDescendants(ProcessHandle process) {
        signal("STOP", process.pid());
        process.descendants().toList().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** A thread stops when it next gets a processor, so on a busy machine some still run after the signal. */
    private static boolean hasRunningThread(Path threads) {
        try (var each = Files.newDirectoryStream(threads)) {
            for (Path thread : each) {
                String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
                if ("RSD".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0) {
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException endedMeanwhile) {
            return Files.exists(threads);
        }
    }

    private static void signal(String name, long pid) {
        output("/bin/sh", "-c", "kill -" + name + " " + pid);
    }
}
