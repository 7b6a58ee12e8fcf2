package io.flashsale.auditor.command;

import static java.util.Comparator.comparing;

import io.flashsale.commandline.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads any CSV with a header, also one that a spreadsheet has saved: with a byte order mark, in UTF-16 or in GBK, with
 * semicolons or tabs, with a line {@code sep=;}, with ids written as {@code ="17"}. Finds columns by name.
 */
final class TableFile {

    /** Tried in turn. Each byte is a character of the last one, and what is needed here is ASCII in all of them. */
    private static final List<Charset> ENCODINGS =
            List.of(StandardCharsets.UTF_8, Charset.forName("GB18030"), StandardCharsets.ISO_8859_1);

    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final int MAX_HEADER = 65_536;
    private static final Pattern SEPARATOR_LINE = Pattern.compile("sep=(.)", Pattern.CASE_INSENSITIVE);

    /** What a spreadsheet makes of a number that is too long for it. */
    private static final Pattern ROUNDED = Pattern.compile("\\d+([.,]\\d+)?[Ee]\\+?\\d+");

    /** A row that was cut off has too few fields. */
    private static final CSVFormat CSV = CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setAllowMissingColumnNames(true)
            .setTrailingData(true)
            .setLenientEof(true)
            .get();

    private TableFile() {}

    /**
     * Gives all rows to a consumer, which it returns.
     *
     * @param columns that the file must have
     * @param start makes a new consumer; more than one if the file is not in the first encoding that is tried
     * @throws UsageException if the file cannot be read, in one line for people
     */
    static <C extends Consumer<Row>> C read(Path file, List<String> columns, Supplier<C> start) {
        try {
            for (Charset encoding : encodingsOf(file)) {
                try (Reader in = Files.newBufferedReader(file, encoding)) {
                    return read(in, file.toString(), columns, start.get());
                } catch (CharacterCodingException other) {
                    // not in this encoding
                } catch (UncheckedIOException halfway) {
                    if (!(halfway.getCause() instanceof CharacterCodingException)) {
                        throw halfway;
                    }
                }
            }
            throw new UsageException(file + " is cut off in the middle of a character");
        } catch (IOException | UncheckedIOException unreadable) { // the latter if reading fails halfway
            Throwable why = Objects.requireNonNullElse(unreadable.getCause(), unreadable);
            throw new UsageException(file + " cannot be read: " + why.getClass().getSimpleName());
        }
    }

    /** UTF-16 shows in the first two bytes, even without a byte order mark: a header begins with ASCII. */
    private static List<Charset> encodingsOf(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] first = in.readNBytes(2);
            if (first.length < 2) {
                return ENCODINGS;
            }
            boolean isMark = first[0] == (byte) 0xFF && first[1] == (byte) 0xFE;
            if (isMark || first[1] == 0) {
                return List.of(StandardCharsets.UTF_16LE);
            }
            return first[0] == (byte) 0xFE && first[1] == (byte) 0xFF || first[0] == 0
                    ? List.of(StandardCharsets.UTF_16BE)
                    : ENCODINGS;
        }
    }

    /** Skips a byte order mark and a line that names the separator. Returns the separator, or the header's own. */
    private static char separator(BufferedReader in) throws IOException {
        in.mark(1);
        if (in.read() != BYTE_ORDER_MARK) {
            in.reset();
        }
        in.mark(MAX_HEADER);
        String line = Objects.requireNonNullElse(in.readLine(), "");
        Matcher named = SEPARATOR_LINE.matcher(line);
        if (named.matches()) {
            return named.group(1).charAt(0);
        }
        in.reset();
        return Stream.of(',', ';', '\t')
                .max(comparing(
                        separator -> line.chars().filter(c -> c == separator).count()))
                .orElseThrow();
    }

    static <C extends Consumer<Row>> C read(Reader from, String name, List<String> columns, C rows) throws IOException {
        BufferedReader in = new BufferedReader(from, MAX_HEADER);
        CSVFormat format = CSV.builder().setDelimiter(separator(in)).get();
        try (CSVParser records = format.parse(in)) {
            List<String> header = records.getHeaderNames();
            if (header.isEmpty()) {
                throw new UsageException(name + " is empty");
            }
            for (String column : columns) {
                if (!header.contains(column)) {
                    throw new UsageException(name + " has no column " + column + "; its header names " + header);
                }
            }
            for (CSVRecord record : records) {
                String where = "record " + (record.getRecordNumber() + 1) + " of " + name; // the header is the first
                if (record.size() != header.size()) {
                    throw new UsageException(
                            where + " has " + record.size() + " fields, the header has " + header.size());
                }
                rows.accept(new Row(record, where));
            }
            return rows;
        }
    }

    /** @param where names the row for people */
    record Row(CSVRecord record, String where) {

        /** The text that a spreadsheet shows for a field. */
        String text(String column) {
            String text = record.get(column).strip();
            return text.startsWith("=\"") && text.endsWith("\"") && text.length() > 2
                    ? text.substring(2, text.length() - 1)
                    : text;
        }

        /** Without an id, JMeter writes the default of an extractor, or "null". */
        Optional<Long> id(String column) {
            String text = text(column);
            if (ROUNDED.matcher(text).matches()) {
                throw new UsageException(where + " has the id " + text
                        + ": a spreadsheet has rounded it. Import the ids as text, and save the file again");
            }
            return text.matches("\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
        }

        /** Cents, which are written as a plain number; 0 if the field is empty. */
        long cents(String column) {
            String text = text(column);
            if (!text.matches("\\d{0,18}")) {
                throw new UsageException(where + " has the " + column + " " + text + ", which are no cents");
            }
            return text.isEmpty() ? 0 : Long.parseLong(text);
        }
    }
}
