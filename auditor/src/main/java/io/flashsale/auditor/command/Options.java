package io.flashsale.auditor.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for.
 *
 * @param naive the sale is one of the naive path
 * @param data where the demo keeps its data
 */
record Options(
        long saleId,
        boolean naive,
        Duration timeout,
        @Nullable Path clients,
        Path data,
        boolean json,
        boolean help) {

    static final String USAGE = """
            Usage: auditor/audit SALE [--wait SECONDS] [--clients FILE] [--naive] [--data DIR] [--json]
              SALE              the sale's id
              --wait SECONDS    how long to wait until nothing is on its way: 0 to 60 (30)
              --clients FILE    what clients saw, a JTL of JMeter or a CSV with the columns orderId, userId, responseCode
              --naive           SALE is one of the naive purchase path
              --data DIR        where the demo that is to be audited keeps its data (.flashsale/demo in the project)
              --json            print the verdict as GET /api/lab/audit/SALE answers it
            Servers are those of the running demo, except where the environment names others: FLASHSALE_AUDITOR_SOURCE_STOCK_URL
            and so on (see docs/auditor.md).
            Exit: 0 the invariants hold, 1 they are violated, 2 it could not be measured.
            """;

    static Options parse(List<String> arguments, Path demo) {
        Deque<String> left = new ArrayDeque<>();
        arguments.forEach(argument -> {
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            if (equals < 0) {
                left.add(argument);
            } else {
                left.add(argument.substring(0, equals));
                left.add(argument.substring(equals + 1));
            }
        });
        Options options = new Options(-1, false, Duration.ofSeconds(30), null, demo, false, false);
        while (!left.isEmpty()) {
            options = options.with(left.removeFirst(), left);
        }
        if (options.saleId < 0 && !options.help) {
            throw new UsageException("which sale? Try auditor/audit --help");
        }
        return options;
    }

    private Options with(String argument, Deque<String> left) {
        return switch (argument) {
            case "--wait" -> new Options(saleId, naive, seconds(value(argument, left)), clients, data, json, help);
            case "--clients" -> new Options(saleId, naive, timeout, Path.of(value(argument, left)), data, json, help);
            case "--data" -> new Options(saleId, naive, timeout, clients, Path.of(value(argument, left)), json, help);
            case "--naive" -> new Options(saleId, true, timeout, clients, data, json, help);
            case "--json" -> new Options(saleId, naive, timeout, clients, data, true, help);
            case "--help", "-h" -> new Options(saleId, naive, timeout, clients, data, json, true);
            default -> {
                if (!argument.matches("\\d{1,18}") || saleId >= 0) {
                    throw new UsageException("what is '" + argument + "'? Try auditor/audit --help");
                }
                yield new Options(Long.parseLong(argument), naive, timeout, clients, data, json, help);
            }
        };
    }

    private static String value(String option, Deque<String> left) {
        String value = left.pollFirst();
        if (value == null) {
            throw new UsageException(option + " needs a value. Try auditor/audit --help");
        }
        return value;
    }

    private static Duration seconds(String value) {
        if (!value.matches("[1-5]?\\d|60")) {
            throw new UsageException("--wait takes 0 to 60 seconds, not '" + value + "'");
        }
        return Duration.ofSeconds(Long.parseLong(value));
    }
}
