package io.flashsale.auditor.command;

import io.flashsale.auditor.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of an audit.
 *
 * @param naive whether the sale is one of the naive path
 * @param data the demo's data directory
 */
record AuditOptions(
        long saleId,
        boolean naive,
        Duration timeout,
        @Nullable Path clients,
        Path data,
        boolean json) {

    /**
     * @param demo the default of the demo's data directory
     * @throws UsageException for values that make no sense
     */
    static AuditOptions of(AuditArguments given, Path demo) {
        long max = Deadline.MAX_TIMEOUT.toSeconds();
        require(
                given.wait >= 0 && given.wait <= max,
                "--wait takes 0 to " + max + " seconds, not '" + given.wait + "'");
        requireNotBlank("--clients", given.clients);
        requireNotBlank("--data", given.data);
        return new AuditOptions(
                saleId(given.sales),
                given.naive,
                Duration.ofSeconds(given.wait),
                given.clients,
                given.data == null ? demo : given.data,
                given.json);
    }

    private static long saleId(List<String> sales) {
        require(!sales.isEmpty(), "which sale? See tools/auditor/audit --help");
        String sale = sales.getFirst();
        require(sale.matches("\\d{1,18}"), "what is '" + sale + "'? See tools/auditor/audit --help");
        require(sales.size() == 1, "what is '" + sales.getLast() + "'? One sale at a time");
        return Long.parseLong(sale);
    }

    private static void requireNotBlank(String option, @Nullable Path value) {
        require(
                value == null || !value.toString().isBlank(),
                option + " needs a value. See tools/auditor/audit --help");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new UsageException(otherwise);
        }
    }
}
