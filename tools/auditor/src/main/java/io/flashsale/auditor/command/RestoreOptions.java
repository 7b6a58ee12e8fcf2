package io.flashsale.auditor.command;

import io.flashsale.commandline.CommandOptions;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code tools/auditor/restore}. */
@Command(
        name = "tools/auditor/restore",
        customSynopsis = "tools/auditor/restore TIME [options]",
        description = {
            "Completes the restore of MySQL, Redis or Kafka from a backup of that TIME (docs/restore.md). Two steps:",
            "without --check while no service runs, and with --check when all run again.",
            "Exit status: 0 done, or the invariants hold; 1 they are violated; 2 it could not be done or measured."
        },
        footer = {
            "",
            "Servers are those of the running demo, except where the environment names others:",
            "FLASHSALE_AUDITOR_SOURCE_STOCK_URL and so on (see docs/auditor.md)."
        })
record RestoreOptions(
        @Parameters(paramLabel = "TIME", description = "when the backup was made, such as 2026-01-01T12:00:00Z")
        List<String> times,

        @Option(names = "--check", description = "say what is lost, and audit all sales and coupon templates")
        boolean checking,

        @Option(
                names = "--data",
                paramLabel = "DIR",
                description = "where the demo keeps its data (.flashsale/demo in the project)")
        Path data)
        implements CommandOptions {

    RestoreOptions {
        data = data == null ? AuditOptions.demo() : data;
    }

    @Override
    public void check() {
        require(times.size() == 1, "when was the backup made?");
        require(time() != null, "'" + times.getFirst() + "' is no time such as 2026-01-01T12:00:00Z");
        require(!backup().isAfter(Instant.now()), times.getFirst() + " is not over yet");
    }

    Instant backup() {
        return Objects.requireNonNull(time());
    }

    private @Nullable Instant time() {
        try {
            return Instant.parse(times.getFirst());
        } catch (DateTimeException wrong) {
            return null;
        }
    }
}
