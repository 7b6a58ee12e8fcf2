package io.flashsale.judge.shop;

import io.flashsale.commandline.Progress;
import io.flashsale.judge.adapter.ShopAdapter.ShopPart;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Kills parts of the shop with the adapter's commands, and starts them again. */
public record PartFaults(Path folder, Path log, Progress progress) {

    /** How long a part is down. */
    private static final Duration DOWN = Duration.ofSeconds(2);

    private static final Duration KILL_TIMEOUT = Duration.ofMinutes(1);

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
            shell(part.start());
        }
    }

    private Process shell(String command) {
        try {
            return new ProcessBuilder("sh", "-c", command)
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
