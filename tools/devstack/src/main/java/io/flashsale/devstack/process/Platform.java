package io.flashsale.devstack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The differences between operating systems. Everything was run on Linux only. */
public enum Platform {
    LINUX,
    MACOS,
    WINDOWS;

    private static final Platform CURRENT = detect();

    public static Platform current() {
        return CURRENT;
    }

    public static boolean isArm64() {
        return System.getProperty("os.arch", "").equals("aarch64");
    }

    /** Whether this process is root on a Unix: MariaDB and MySQL then need an explicit option to start. */
    public static boolean isRoot() {
        return CURRENT != WINDOWS && "root".equals(System.getProperty("user.name"));
    }

    /** The JVM that runs this process, for child processes. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", CURRENT == WINDOWS ? "java.exe" : "java")
                .toString();
    }

    /**
     * Puts the command into its own session (Linux) or process group (elsewhere).
     *
     * <p>Otherwise Ctrl-C in the terminal would end all children at once, while we stop them one after the
     * other.
     */
    static List<String> apart(List<String> command) {
        List<String> all = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            all.add("/usr/bin/setsid");
        } else if (Files.isExecutable(Path.of("/usr/bin/perl"))) {
            all.addAll(List.of("/usr/bin/perl", "-e", "setpgrp(0, 0); exec { $ARGV[0] } @ARGV; die \"$ARGV[0]: $!\";"));
        }
        all.addAll(command);
        return all;
    }

    /** The path of an empty file. */
    public static Path nothing() {
        return Path.of(CURRENT == WINDOWS ? "NUL" : "/dev/null");
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

    /** Sends a signal that has no Java method. */
    public static void signal(String name, long pid) {
        if (CURRENT == WINDOWS) {
            throw new UnsupportedOperationException(
                    "Windows cannot pause a process by a signal: run this on Linux, macOS or WSL2.");
        }
        output("/bin/sh", "-c", "kill -" + name + " " + pid);
    }

    private static Platform detect() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return name.contains("win") ? WINDOWS : name.contains("mac") ? MACOS : LINUX;
    }
}
