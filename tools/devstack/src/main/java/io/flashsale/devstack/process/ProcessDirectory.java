package io.flashsale.devstack.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory of a set of processes: pid files in {@code run/*.pid}, output in {@code logs/*.log}, and their
 * data.
 *
 * <p>Guarantee: once {@link #claim} has returned, every process with a pid file here ends
 * within seconds of the owner's end, even after {@code kill -9} of the owner.
 */
public final class ProcessDirectory {

    private static final String REAPER = "reaper";

    private final Path dir;

    public ProcessDirectory(Path dir) {
        this.dir = dir.toAbsolutePath().normalize();
        createDirectories(runDir());
        createDirectories(this.dir.resolve("logs"));
    }

    public Path path() {
        return dir;
    }

    /** The process that was started here under this name, if it still runs. */
    public Optional<ProcessIdentity> running(String name) {
        return ProcessIdentity.read(pidFile(name)).filter(ProcessIdentity::isAlive);
    }

    Path pidFile(String name) {
        return runDir().resolve(name + ".pid");
    }

    Path logFile(String name) {
        return dir.resolve("logs").resolve(name + ".log");
    }

    /** The folder for the data of one process; it is created if missing. */
    public Path dataOf(String name) {
        return createDirectories(dir.resolve(name));
    }

    /** The owner of the directory, if that process is alive. */
    public Optional<ProcessIdentity> owner() {
        return ProcessIdentity.read(ownerFile()).filter(ProcessIdentity::isAlive);
    }

    /**
     * Makes the process the owner, ends leftover processes of an earlier owner, and watches the new one.
     *
     * @throws DirectoryInUseException if another process owns the directory
     */
    public void claim(ProcessIdentity process) {
        try (FileChannel channel = FileChannel.open(
                        runDir().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            owner().filter(present -> !present.equals(process)).ifPresent(present -> {
                throw new DirectoryInUseException(dir, present.pid());
            });
            process.write(ownerFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        endLeftovers();
        watch(process);
    }

    /** Releases the directory after its owner has stopped everything. */
    public void release() {
        delete(ownerFile());
        end(REAPER);
    }

    private Path ownerFile() {
        return runDir().resolve("owner");
    }

    /** Ends leftover processes of an earlier owner: exactly those that the pid files name, never a reused pid. */
    public void endLeftovers() {
        // The old reaper first: it would take the next processes for leftovers of its own owner.
        end(REAPER);
        endAll();
    }

    /** Asks all processes at once to end and returns when they have; the reaper stays. */
    public void endAll() {
        List<String> names = names();
        names.forEach(name -> running(name).ifPresent(ProcessIdentity::requestEnd));
        names.forEach(this::end);
    }

    /** Ends the process of this name: SIGTERM, then SIGKILL if it still runs after 20 s. */
    public void end(String name) {
        running(name).ifPresent(process -> process.end(Duration.ofSeconds(20)));
        delete(pidFile(name));
    }

    /** Starts the reaper, which ends every process here after the end of the owner. */
    void watch(ProcessIdentity owner) {
        end(REAPER);
        try {
            Path script = runDir().resolve("reaper.sh");
            try (InputStream source =
                    Objects.requireNonNull(ProcessDirectory.class.getResourceAsStream("reaper.sh"), "reaper.sh")) {
                Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
            }
            List<String> command = List.of(
                    "/bin/sh", script.toString(), runDir().toString(), Long.toString(owner.pid()), owner.started());
            Process process = new ProcessBuilder(Platform.apart(command))
                    .directory(Path.of("/").toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(Platform.NOTHING.toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(logFile(REAPER).toFile()))
                    .start();
            ProcessIdentity.of(process.pid()).ifPresent(identity -> identity.write(pidFile(REAPER)));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start the reaper of " + dir, e);
        }
    }

    void forget(String name) {
        delete(pidFile(name));
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of the processes with a pid file here, without the reaper. */
    public List<String> names() {
        try (Stream<Path> files = Files.list(runDir())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".pid"))
                    .map(file -> file.substring(0, file.length() - ".pid".length()))
                    .filter(name -> !name.equals(REAPER))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path runDir() {
        return dir.resolve("run");
    }

    private static Path createDirectories(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
