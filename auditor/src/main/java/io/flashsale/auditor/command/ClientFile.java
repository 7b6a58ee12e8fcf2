package io.flashsale.auditor.command;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.client.ClientRecord.Accepted;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What clients saw, from a JTL of JMeter or any CSV with a header.
 *
 * <p>Columns are found by name: {@code responseCode}, {@code orderId}, {@code userId}; all others are passed over. (Also
 * {@code success}: a failed assertion does not undo an answer.) A row with 202 is an accepted reservation. A row with 5xx
 * or without an HTTP status was not answered: its user's order, if there is one, is indeterminate. All else was refused.
 */
final class ClientFile {

    private final List<Accepted> accepted = new ArrayList<>();
    private final List<Long> indeterminate = new ArrayList<>();

    private ClientFile() {}

    static ClientRecord read(Path file) {
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return read(in, file.toString());
        } catch (IOException unreadable) {
            throw new UsageException(
                    file + " cannot be read: " + unreadable.getClass().getSimpleName());
        }
    }

    static ClientRecord read(Reader in, String name) throws IOException {
        Csv csv = new Csv(in);
        List<String> header = csv.record().orElseThrow(() -> new UsageException(name + " is empty"));
        int code = column(header, "responseCode", name);
        int order = column(header, "orderId", name);
        int user = column(header, "userId", name);
        ClientFile file = new ClientFile();
        int number = 1;
        for (var row = csv.record(); row.isPresent(); row = csv.record()) {
            number++;
            if (row.get().size() != header.size()) {
                throw new UsageException("record " + number + " of " + name + " has "
                        + row.get().size() + " fields, the header has " + header.size());
            }
            file.add(
                    row.get().get(code),
                    id(row.get().get(order)),
                    id(row.get().get(user)),
                    "record " + number + " of " + name);
        }
        return new ClientRecord(file.accepted, file.indeterminate);
    }

    private void add(String code, Optional<Long> order, Optional<Long> user, String where) {
        if (code.equals("202")) {
            long id = order.orElseThrow(() -> new UsageException(where + " was answered 202 and has no orderId"));
            accepted.add(new Accepted(id, user.orElse(null)));
        } else if (!code.matches("[1-4]\\d\\d")) {
            user.ifPresent(indeterminate::add); // a row without a user is no reservation
        }
    }

    private static int column(List<String> header, String column, String name) {
        int index = header.indexOf(column);
        if (index < 0) {
            throw new UsageException(name + " has no column " + column + "; its header names " + header);
        }
        return index;
    }

    /** JMeter writes the default of an extractor, or "null", where there is none. */
    private static Optional<Long> id(String text) {
        return text.matches("\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }
}
