package io.flashsale.commons;

import jakarta.servlet.http.HttpServletResponse;
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
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;

/**
 * Writes CSV as spreadsheets open it by a double click: UTF-8 with a byte order mark, and the separator that the
 * reader's country has. An id is written as {@code ="17"}, since a spreadsheet rounds a number of more than 15 digits.
 * A text never begins a formula.
 */
public final class SpreadsheetFile implements AutoCloseable {

    public static final String TYPE = "text/csv;charset=UTF-8";

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** The form of a time that a spreadsheet takes for one in each language. */
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    /** An id, which is no number to calculate with. */
    public record Id(long value) {}

    /** What separates the fields: in many countries of Europe a semicolon, elsewhere a comma. */
    public enum Separator {
        COMMA(','),
        SEMICOLON(';');

        private final char sign;

        Separator(char sign) {
            this.sign = sign;
        }
    }

    private final Writer to;
    private final CSVPrinter csv;

    /** Answers with a file to save. No cache keeps it. */
    public static SpreadsheetFile answer(
            HttpServletResponse response, String name, Separator separator, String... header) throws IOException {
        response.setContentType(TYPE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, CacheControl.noStore().getHeaderValue());
        response.setHeader(
                HttpHeaders.CONTENT_DISPOSITION,
                ContentDisposition.attachment().filename(name + ".csv").build().toString());
        return new SpreadsheetFile(response.getOutputStream(), separator, header);
    }

    SpreadsheetFile(OutputStream to, Separator separator, String... header) throws IOException {
        this.to = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
        this.to.write(BYTE_ORDER_MARK);
        this.csv = CSVFormat.EXCEL.builder().setDelimiter(separator.sign).get().print(this.to);
        csv.printRecord((Object[]) header);
    }

    public void add(@Nullable Object... fields) throws IOException {
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
