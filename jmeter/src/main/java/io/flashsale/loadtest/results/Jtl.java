package io.flashsale.loadtest.results;

import io.flashsale.loadtest.CannotMeasureException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JMeter's result file in CSV. A JMeter that was stopped may leave half a line at the end; that line, and any other that
 * does not fit the header, is counted as unreadable and left out.
 */
public record Jtl(List<Sample> samples, int unreadable) {

    private static final List<String> NEEDED =
            List.of("timeStamp", "elapsed", "label", "responseCode", "success", "userId", "orderId", "problem");

    /** @throws CannotMeasureException if it is missing or no result file with the columns that we need */
    public static Jtl read(Path file) {
        if (!Files.exists(file)) {
            throw new CannotMeasureException("JMeter wrote no results (" + file + "): see jmeter.log beside it.");
        }
        try (BufferedReader in = Files.newBufferedReader(file)) {
            List<String> header = record(in);
            if (header == null || !header.containsAll(NEEDED)) {
                throw new CannotMeasureException(
                        file + " is no result file of ours: it needs a header with the columns " + NEEDED + ".");
            }
            return read(in, header);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Jtl read(BufferedReader in, List<String> header) throws IOException {
        Map<String, Integer> columns = new HashMap<>();
        for (int i = 0; i < header.size(); i++) {
            columns.put(header.get(i), i);
        }
        List<Sample> samples = new ArrayList<>();
        int unreadable = 0;
        for (List<String> fields = record(in); fields != null; fields = record(in)) {
            Sample sample = fields.size() == header.size() ? sample(columns, fields) : null;
            if (sample == null) {
                unreadable++;
            } else {
                samples.add(sample);
            }
        }
        return new Jtl(List.copyOf(samples), unreadable);
    }

    private static @Nullable Sample sample(Map<String, Integer> columns, List<String> fields) {
        try {
            return new Sample(
                    Long.parseLong(field(columns, fields, "timeStamp")),
                    Integer.parseInt(field(columns, fields, "elapsed")),
                    field(columns, fields, "label"),
                    field(columns, fields, "responseCode"),
                    field(columns, fields, "responseMessage"),
                    field(columns, fields, "success").equals("true"),
                    field(columns, fields, "failureMessage"),
                    field(columns, fields, "userId"),
                    field(columns, fields, "orderId"),
                    field(columns, fields, "problem"));
        } catch (NumberFormatException notASample) {
            return null;
        }
    }

    private static String field(Map<String, Integer> columns, List<String> fields, String name) {
        Integer column = columns.get(name);
        // JMeter writes null for a variable that was never set.
        return column == null || fields.get(column).equals("null") ? "" : fields.get(column);
    }

    /** The next record, quoted fields may hold commas and line ends; null at the end of the file. */
    private static @Nullable List<String> record(BufferedReader in) throws IOException {
        int c = in.read();
        if (c < 0) {
            return null;
        }
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        boolean closed = false;
        for (; c >= 0 && (quoted || c != '\n'); c = in.read()) {
            if (c == '"' && !quoted) {
                if (closed) {
                    field.append('"'); // "" inside of a quoted field
                }
                quoted = true;
            } else if (c == '"') {
                quoted = false;
                closed = true;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
                closed = false;
            } else if (c != '\r' || quoted) {
                field.append((char) c);
            }
        }
        fields.add(field.toString());
        // Without its line end, the last line may be cut in the middle of a number.
        return c < 0 ? List.of() : fields;
    }
}
