package io.flashsale.auditor.command;

import io.flashsale.commandline.CommandArguments;
import io.flashsale.commandline.CommandLineOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code tools/auditor/audit} as typed; {@link AuditOptions} interprets it. Null means not given. */
@Command(
        name = "tools/auditor/audit",
        customSynopsis = "tools/auditor/audit SALE [options]",
        description = {
            "",
            "Reads MySQL, Redis and Kafka directly, and says whether the invariants hold.",
            "Exit status: 0 they hold, 1 they are violated, 2 it could not be measured.",
            ""
        },
        footer = {
            "",
            "Servers are those of the running demo, except where the environment names others:",
            "FLASHSALE_AUDITOR_SOURCE_STOCK_URL and so on (see docs/auditor.md)."
        },
        sortOptions = false,
        usageHelpWidth = 118)
final class AuditArguments extends CommandArguments {

    @Parameters(paramLabel = "SALE", arity = "0..*", hideParamSyntax = true, description = "the sale's id")
    List<String> sales = new ArrayList<>();

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "how long to wait until nothing is on its way: 0 to 60 (${DEFAULT-VALUE})")
    int wait = 30;

    @Option(
            names = "--clients",
            paramLabel = "FILE",
            description = "what clients saw, a JTL of JMeter or a CSV with the columns orderId, userId, responseCode")
    @Nullable
    Path clients;

    @Option(names = "--naive", description = "SALE is one of the naive purchase path")
    boolean naive;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "where the demo that is to be audited keeps its data (.flashsale/demo in the project)")
    @Nullable
    Path data;

    @Option(names = "--json", description = "print the verdict as GET /api/lab/audit/SALE answers it")
    boolean json;

    /** @throws UsageException for what {@link #usage()} does not list */
    static AuditArguments parse(List<String> typed) {
        return CommandLineOptions.parse(new AuditArguments(), typed, UsageException::new);
    }

    static String usage() {
        return CommandLineOptions.usage(new AuditArguments());
    }
}
