package io.flashsale.devstack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;

/**
 * Identifies a process by its pid and its start time.
 *
 * <p>The system reuses pids, so a program that kills by pid alone will some day kill the wrong process.
 *
 * @param started an opaque token, constant for one process; {@code reaper.sh} computes the same one
 */
public record ProcessIdentity(long pid, String started) {

    /** The process with this pid; empty if there is none. A zombie counts as none, because it holds no resources. */
    public static Optional<ProcessIdentity> of(long pid) {
        return startOf(pid).map(started -> new ProcessIdentity(pid, started));
    }

    public static ProcessIdentity current() {
        long pid = ProcessHandle.current().pid();
        return of(pid).orElseThrow(() -> new IllegalStateException("This process does not see itself, pid " + pid));
    }

    /** Reads what {@link #write} wrote; empty if the file is missing or has other content. */
    public static Optional<ProcessIdentity> read(Path file) {
        try {
            String[] parts = Files.readString(file).strip().split(" ", 2);
            return parts.length == 2
                    ? Optional.of(new ProcessIdentity(Long.parseLong(parts[0]), parts[1]))
                    : Optional.empty();
        } catch (NoSuchFileException | NumberFormatException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the file atomically, so that no reader sees half of it. */
    public void write(Path file) {
        try {
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(fresh, pid + " " + started + "\n");
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether this process is alive; false for a later process with the same pid. */
    public boolean isAlive() {
        return startOf(pid).filter(started::equals).isPresent();
    }

    /** SIGTERM; resumes a paused process, which could not receive the signal otherwise. */
    void requestEnd() {
        if (isAlive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
            Platform.resume(pid);
        }
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() {
        if (isAlive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        if (!awaitEnd(Duration.ofSeconds(20))) {
            throw new IllegalStateException("Process " + pid + " survives being killed");
        }
    }

    /** SIGTERM, then SIGKILL if the process still runs after the time-out; returns when it is gone. */
    void end(Duration timeout) {
        requestEnd();
        if (!awaitEnd(timeout)) {
            kill();
        }
    }

    /** Whether the process ends within the time-out. */
    boolean awaitEnd(Duration timeout) {
        return Pause.until(() -> !isAlive(), timeout, 10);
    }

    private static Optional<String> startOf(long pid) {
        return Platform.isMac() ? startFromPs(pid) : startFromProc(pid);
    }

    /**
     * Fields 3 (state), 20 (threads) and 22 (start in clock ticks since boot) of proc(5).
     *
     * <p>Field 2 may hold spaces and brackets. A killed process is a zombie while its other threads still hold
     * its ports. The file is that of the first thread, with the same fields: QEMU's user mode shows a process in its
     * own {@code /proc/PID/stat} another start than others see, and the reaper would take the owner for ended.
     */
    private static Optional<String> startFromProc(long pid) {
        String id = Long.toString(pid);
        try {
            String stat = Files.readString(Path.of("/proc", id, "task", id, "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            boolean ended = isDead(fields[0]) && Integer.parseInt(fields[17]) <= 1;
            return ended ? Optional.empty() : Optional.of(fields[19]);
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<String> startFromPs(long pid) {
        String line = Platform.output("ps", "-o", "stat=,lstart=", "-p", Long.toString(pid));
        String[] parts = line.strip().split("\\s+", 2);
        return parts.length < 2 || isDead(parts[0])
                ? Optional.empty()
                : Optional.of(parts[1].strip().replaceAll("\\s+", " "));
    }

    private static boolean isDead(String state) {
        return state.startsWith("Z") || state.startsWith("X");
    }
}
