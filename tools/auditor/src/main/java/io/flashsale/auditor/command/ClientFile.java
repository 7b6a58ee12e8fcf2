package io.flashsale.auditor.command;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.client.ClientRecord.Accepted;
import io.flashsale.commandline.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads what clients saw from a JTL of JMeter, or from any {@link TableFile} with the columns {@code responseCode},
 * {@code orderId} and {@code userId}; ignores all others. (Also {@code success}: a failed assertion does not undo an
 * answer.)
 *
 * <p>A row with 202 is an accepted reservation. A row with 5xx or without an HTTP status got no answer: the
 * order of its user, if there is one, is indeterminate. All other rows were refused.
 */
final class ClientFile implements Consumer<TableFile.Row> {

    private static final String CODE = "responseCode";
    private static final String ORDER = "orderId";
    private static final String USER = "userId";
    private static final List<String> NEEDED = List.of(CODE, ORDER, USER);

    private final List<Accepted> accepted = new ArrayList<>();
    private final List<Long> indeterminate = new ArrayList<>();

    private ClientFile() {}

    static ClientRecord read(Path file) {
        return TableFile.read(file, NEEDED, ClientFile::new).seen();
    }

    static ClientRecord read(Reader from, String name) throws IOException {
        return TableFile.read(from, name, NEEDED, new ClientFile()).seen();
    }

    private ClientRecord seen() {
        return new ClientRecord(accepted, indeterminate);
    }

    @Override
    public void accept(TableFile.Row row) {
        String code = row.text(CODE);
        if (code.equals("202")) {
            long id = row.id(ORDER)
                    .orElseThrow(() -> new UsageException(row.where() + " was answered 202 and has no orderId"));
            accepted.add(new Accepted(id, row.id(USER).orElse(null)));
        } else if (!code.matches("[1-4]\\d\\d")) {
            row.id(USER).ifPresent(indeterminate::add); // a row without a user is no reservation
        }
    }
}
