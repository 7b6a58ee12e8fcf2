package io.flashsale.judge.shop;

import io.flashsale.commandline.Progress;
import io.flashsale.judge.adapter.ShopAdapter.ShopPart;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Kills parts of the shop with the adapter's commands, and starts them again. */
public final class PartFaults {

    /** How long a part is down. */
    private static final Duration DOWN = Duration.ofSeconds(2);

    private static final Duration KILL_TIMEOUT = Duration.ofMinutes(1);

    private final Path folder;
    private final Path log;
    private final Progress progress;
    private final Map<String, Process> starting = new ConcurrentHashMap<>();

    /** @param log for the output of the commands */
    public PartFaults(Path folder, Path log, Progress progress) {
        this.folder = folder;
        this.log = log;
        this.progress = progress;
    }

    /** Kills a part, waits, and starts it again, also if the thread is interrupted meanwhile. */
    public void strike(String name, ShopPart part) throws InterruptedException {
        progress.step("killing " + name);
        Process killing = shell(part.kill());
        try {
            if (!killing.waitFor(KILL_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                throw new CannotMeasureException("parts." + name + ".kill: it does not return.");
            }
            if (killing.exitValue() != 0) {
                throw new CannotMeasureException(
                        "parts.%s.kill: it ended with status %d: see %s".formatted(name, killing.exitValue(), log));
            }
            Thread.sleep(DOWN);
        } finally {
            progress.step("starting " + name);
            // It may keep running, such as a server in the foreground.
            starting.put(name, shell(part.start()));
        }
    }

    /** @throws CannotMeasureException if a command that starts a part has failed by now */
    public void requireStarted() {
        starting.forEach((name, process) -> {
            if (!process.isAlive() && process.exitValue() != 0) {
                throw new CannotMeasureException(
                        "parts.%s.start: it ended with status %d: see %s".formatted(name, process.exitValue(), log));
            }
        });
    }

    /** Ctrl-C reaches all processes of a terminal, and must not end the commands, or the parts that they start. */
    private Process shell(String command) {
        try {
            return new ProcessBuilder("sh", "-c", "trap '' INT\n" + command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new CannotMeasureException("The shell cannot be started: " + e.getMessage(), e);
        }
    }
}
