package io.flashsale.loadtest.results;

import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * JMeter's result file in CSV. A JMeter that was stopped may leave half a line at the end. Lines that do not fit
 * the header are counted as unreadable and left out.
 */
public record Jtl(List<Sample> samples, int unreadable) {

    private static final List<String> NEEDED =
            List.of("timeStamp", "elapsed", "label", "responseCode", "success", "userId", "orderId", "problem");

    /** Continues after a malformed record; each record is checked against the header. */
    private static final CSVFormat CSV = CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setAllowMissingColumnNames(true)
            .setIgnoreEmptyLines(false)
            .setTrailingData(true)
            .setLenientEof(true)
            .get();

    /** @throws CannotMeasureException if it is missing or is no result file with the columns that we need */
    public static Jtl read(Path file) {
        if (!Files.exists(file)) {
            throw new CannotMeasureException("JMeter wrote no results (" + file + "): see jmeter.log beside it.");
        }
        try (CSVParser records = CSVParser.parse(file, StandardCharsets.UTF_8, CSV)) {
            if (!records.getHeaderNames().containsAll(NEEDED)) {
                throw new CannotMeasureException(
                        file + " is no result file of ours: it needs a header with the columns " + NEEDED + ".");
            }
            return read(records, endsWithLineEnd(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Jtl read(CSVParser records, boolean complete) {
        List<Sample> samples = new ArrayList<>();
        int unreadable = 0;
        for (var all = records.iterator(); all.hasNext(); ) {
            CSVRecord record = all.next();
            // Without a line end, the last line may be cut in the middle of a number.
            boolean whole = complete || all.hasNext();
            Sample sample = whole && record.isConsistent() ? sample(record) : null;
            if (sample == null) {
                unreadable++;
            } else {
                samples.add(sample);
            }
        }
        return new Jtl(List.copyOf(samples), unreadable);
    }

    private static boolean endsWithLineEnd(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            bytes.seek(Math.max(0, bytes.length() - 1));
            return bytes.read() == '\n';
        }
    }

    private static @Nullable Sample sample(CSVRecord record) {
        try {
            return new Sample(
                    Long.parseLong(field(record, "timeStamp")),
                    Integer.parseInt(field(record, "elapsed")),
                    field(record, "label"),
                    field(record, "responseCode"),
                    field(record, "success").equals("true"),
                    field(record, "failureMessage"),
                    field(record, "userId"),
                    field(record, "orderId"),
                    field(record, "problem"),
                    field(record, "number"),
                    field(record, "place"),
                    field(record, "answer"));
        } catch (NumberFormatException notASample) {
            return null;
        }
    }

    private static String field(CSVRecord record, String name) {
        // JMeter writes null for a variable that was never set.
        return !record.isMapped(name) || record.get(name).equals("null") ? "" : record.get(name);
    }
}
