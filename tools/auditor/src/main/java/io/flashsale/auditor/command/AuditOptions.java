package io.flashsale.auditor.command;

import io.flashsale.auditor.sale.Deadline;
import io.flashsale.commandline.CommandOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code tools/auditor/audit}. */
@Command(
        name = "tools/auditor/audit",
        customSynopsis = "tools/auditor/audit SALE [options]",
        description = {
            "Reads MySQL, Redis and Kafka directly, and says whether the invariants hold.",
            "Exit status: 0 they hold, 1 they are violated, 2 it could not be measured."
        },
        footer = {
            "",
            "Servers are those of the running demo, except where the environment names others:",
            "FLASHSALE_AUDITOR_SOURCE_STOCK_URL and so on (see docs/auditor.md)."
        })
record AuditOptions(
        @Parameters(paramLabel = "SALE", description = "the sale's id")
        List<String> sales,

        @Option(
                names = "--wait",
                paramLabel = "SECONDS",
                defaultValue = "30",
                description = "how long to wait until nothing is on its way: 0 to 60")
        int seconds,

        @Option(
                names = "--clients",
                paramLabel = "FILE",
                description =
                        "what clients saw, a JTL of JMeter or a CSV with the columns orderId, userId, responseCode")
        @Nullable
        Path clients,

        @Option(
                names = "--orders",
                paramLabel = "FILE",
                description =
                        "only compare MySQL with this export of the sale's orders, also as a spreadsheet saved it")
        @Nullable
        Path orders,

        @Option(names = "--naive", description = "SALE is one of the naive purchase path")
        boolean naive,

        @Option(
                names = "--data",
                paramLabel = "DIR",
                description = "where the demo that is to be audited keeps its data (.flashsale/demo in the project)")
        Path data,

        @Option(names = "--json", description = "print the verdict as GET /api/lab/audit/SALE answers it")
        boolean json)
        implements CommandOptions {

    AuditOptions {
        data = data == null ? demo() : data;
    }

    /** Where the demo of this project keeps its data. */
    static Path demo() {
        return Path.of(System.getProperty("flashsale.root", "."), ".flashsale", "demo");
    }

    @Override
    public void check() {
        requireNumber("--wait", seconds, 0, (int) Deadline.MAX_TIMEOUT.toSeconds());
        require(!sales.isEmpty(), "which sale?");
        require(sales.getFirst().matches("\\d{1,18}"), "what is '" + sales.getFirst() + "'?");
        require(orders == null || clients == null && !naive, "--orders goes neither with --clients nor with --naive");
        require(sales.size() == 1, "what is '" + sales.getLast() + "'? One sale at a time");
    }

    long saleId() {
        return Long.parseLong(sales.getFirst());
    }

    Duration timeout() {
        return Duration.ofSeconds(seconds);
    }
}
