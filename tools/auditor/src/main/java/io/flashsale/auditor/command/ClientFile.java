package io.flashsale.auditor.command;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.client.ClientRecord.Accepted;
import io.flashsale.commandline.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads what clients saw from a JTL of JMeter, or from any CSV with a header.
 *
 * <p>Finds columns by name: {@code responseCode}, {@code orderId} and {@code userId}; ignores all others. (Also
 * {@code success}: a failed assertion does not undo an answer.)
 *
 * <p>A row with 202 is an accepted reservation. A row with 5xx or without an HTTP status got no answer: the
 * order of its user, if there is one, is indeterminate. All other rows were refused.
 */
final class ClientFile {

    private static final String CODE = "responseCode";
    private static final String ORDER = "orderId";
    private static final String USER = "userId";
    private static final List<String> NEEDED = List.of(CODE, ORDER, USER);

    /** A row that was cut off has too few fields. */
    private static final CSVFormat CSV = CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setAllowMissingColumnNames(true)
            .setTrailingData(true)
            .setLenientEof(true)
            .get();

    private final List<Accepted> accepted = new ArrayList<>();
    private final List<Long> indeterminate = new ArrayList<>();

    private ClientFile() {}

    static ClientRecord read(Path file) {
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return read(in, file.toString());
        } catch (IOException | UncheckedIOException unreadable) { // the latter if reading fails halfway
            Throwable why = Objects.requireNonNullElse(unreadable.getCause(), unreadable);
            throw new UsageException(file + " cannot be read: " + why.getClass().getSimpleName());
        }
    }

    static ClientRecord read(Reader in, String name) throws IOException {
        try (CSVParser records = CSV.parse(in)) {
            List<String> header = records.getHeaderNames();
            if (header.isEmpty()) {
                throw new UsageException(name + " is empty");
            }
            for (String column : NEEDED) {
                if (!header.contains(column)) {
                    throw new UsageException(name + " has no column " + column + "; its header names " + header);
                }
            }
            ClientFile file = new ClientFile();
            for (CSVRecord record : records) {
                String where = "record " + (record.getRecordNumber() + 1) + " of " + name; // the header is the first
                if (record.size() != header.size()) {
                    throw new UsageException(
                            where + " has " + record.size() + " fields, the header has " + header.size());
                }
                file.add(record.get(CODE), id(record.get(ORDER)), id(record.get(USER)), where);
            }
            return new ClientRecord(file.accepted, file.indeterminate);
        }
    }

    private void add(String code, Optional<Long> order, Optional<Long> user, String where) {
        if (code.equals("202")) {
            long id = order.orElseThrow(() -> new UsageException(where + " was answered 202 and has no orderId"));
            accepted.add(new Accepted(id, user.orElse(null)));
        } else if (!code.matches("[1-4]\\d\\d")) {
            user.ifPresent(indeterminate::add); // a row without a user is no reservation
        }
    }

    /** Without an id, JMeter writes the default of an extractor, or "null". */
    private static Optional<Long> id(String text) {
        return text.matches("\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }
}
