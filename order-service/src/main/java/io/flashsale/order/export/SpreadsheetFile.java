package io.flashsale.order.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/**
 * Writes CSV as spreadsheets open it by a double click: UTF-8 with a byte order mark, and the separator that the
 * reader's country has. An id is written as {@code ="17"}, since a spreadsheet rounds a number of more than 15 digits.
 * A text never begins a formula.
 */
final class SpreadsheetFile implements AutoCloseable {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** The form of a time that a spreadsheet takes for one in each language. */
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    /** An id, which is no number to calculate with. */
    record Id(long value) {}

    private final Writer to;
    private final CSVPrinter csv;

    SpreadsheetFile(OutputStream to, char separator, String... header) throws IOException {
        this.to = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
        this.to.write(BYTE_ORDER_MARK);
        this.csv = CSVFormat.EXCEL.builder().setDelimiter(separator).get().print(this.to);
        csv.printRecord((Object[]) header);
    }

    void add(@Nullable Object... fields) throws IOException {
        csv.printRecord(Stream.of(fields).map(SpreadsheetFile::shown).toArray());
    }

    private static Object shown(@Nullable Object field) {
        return switch (field) {
            case null -> "";
            case Id(long id) -> "=\"" + id + "\"";
            case Instant time -> UTC.format(time);
            case Number number -> number;
            default -> withoutFormula(field.toString());
        };
    }

    private static String withoutFormula(String text) {
        return !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    /** Writes out what is buffered; the stream stays open. */
    @Override
    public void close() throws IOException {
        to.flush();
    }
}
