package io.flashsale.auditor.command;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads comma-separated values (RFC 4180): a field in quotes may hold commas, line ends, and quotes as two quotes. */
final class Csv {

    private static final int END = -1;

    private final Reader in;
    private int next;

    Csv(Reader in) throws IOException {
        this.in = in;
        this.next = in.read();
    }

    /** The next record; empty at the end. Empty lines are passed over. */
    Optional<List<String>> record() throws IOException {
        while (next == '\n' || next == '\r') {
            advance();
        }
        if (next == END) {
            return Optional.empty();
        }
        List<String> fields = new ArrayList<>();
        fields.add(field());
        while (next == ',') {
            advance();
            fields.add(field());
        }
        return Optional.of(fields);
    }

    private String field() throws IOException {
        StringBuilder text = new StringBuilder();
        boolean quoted = next == '"';
        if (quoted) {
            advance();
        }
        while (next != END && (quoted || next != ',' && next != '\n' && next != '\r')) {
            if (quoted && next == '"') {
                advance();
                quoted = next == '"'; // two stand for one, one ends the quotation
                if (!quoted) {
                    continue;
                }
            }
            text.append((char) next);
            advance();
        }
        return text.toString();
    }

    private void advance() throws IOException {
        next = in.read();
    }
}
