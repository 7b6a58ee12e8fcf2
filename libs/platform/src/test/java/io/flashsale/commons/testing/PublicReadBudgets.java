package io.flashsale.commons.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What each public read may cost, as the tables of {@code docs/security-public-calls.md} say. Tests measure each budget
 * where it can be counted.
 */
public final class PublicReadBudgets {

    /** The number of callers beside a single one. */
    public static final int MANY = 100;

    private static final Path PAGE = Path.of("docs", "security-public-calls.md");

    private static final Pattern PAIR = Pattern.compile("(\\d+), (\\d+)");

    private static final Map<String, Cost> CALLS = new HashMap<>();
    private static final Map<String, Cost> STATEMENTS = new HashMap<>();

    static {
        rows().forEach(row -> {
            List<String> reads = readsOf(row.getFirst());
            pair(row.get(1)).forEach(cost -> reads.forEach(read -> CALLS.put(read, cost)));
            pair(row.get(2)).forEach(cost -> reads.forEach(read -> STATEMENTS.put(read, cost)));
        });
    }

    /** @param ofMany for {@link #MANY} callers together */
    public record Cost(int ofOne, int ofMany) {}

    private PublicReadBudgets() {}

    /** The calls of the gateway to services, by the {@link #shape} of each read. */
    public static Map<String, Cost> calls() {
        return Map.copyOf(CALLS);
    }

    /**
     * The statements of the service for this read.
     *
     * @param callers 1 or {@link #MANY}
     */
    public static int statements(String read, int callers) {
        Cost budget = STATEMENTS.get(shape(read));
        if (budget == null) {
            throw new AssertionError(PAGE + " has no budget of statements for " + read);
        }
        return callers == MANY ? budget.ofMany : budget.ofOne;
    }

    /** The read without the names of variables in its path: {@code GET /api/sales/{}}. */
    public static String shape(String read) {
        return read.replaceAll("\\{[^}]*}", "{}");
    }

    private static Stream<Cost> pair(String cell) {
        Matcher pair = PAIR.matcher(cell);
        return pair.matches()
                ? Stream.of(new Cost(Integer.parseInt(pair.group(1)), Integer.parseInt(pair.group(2))))
                : Stream.empty();
    }

    /** A further path of a row may continue the first one: {@code GET /api/lab/strategies, GET …/{id}/source}. */
    private static List<String> readsOf(String cell) {
        List<String> reads = new ArrayList<>();
        String before = "";
        for (String read : cell.replaceAll("^GET ", "").split(", GET ", -1)) {
            String path = read.startsWith("…") ? before + read.substring(1) : read;
            reads.add(shape("GET " + path));
            before = path;
        }
        return reads;
    }

    /** The rows of the tables of reads, which have five cells. */
    private static Stream<List<String>> rows() {
        try {
            return Files.readAllLines(page()).stream()
                    .filter(line -> line.startsWith("| GET "))
                    .map(line -> Stream.of(line.substring(1).split("\\|", -1))
                            .map(String::strip)
                            .toList())
                    .filter(cells -> cells.size() == 6);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path page() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(PAGE))) {
                return folder.resolve(PAGE);
            }
        }
        throw new IllegalStateException("no " + PAGE + " above the working directory");
    }
}
