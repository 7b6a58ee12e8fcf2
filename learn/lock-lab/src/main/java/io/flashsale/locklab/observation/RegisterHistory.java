package io.flashsale.locklab.observation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records what clients ask a register and what they are answered. For use by many threads. */
final class RegisterHistory {

    private static final int COLUMNS_PER_EVENT = 4;

    private final List<RegisterOperation> operations = new ArrayList<>();
    private int events;

    /** Reads; the beginning is recorded before it is sent, and the end after its answer has come. */
    void read(String client, Register register) throws Exception {
        int begin = next();
        long value = register.read();
        add(new RegisterOperation(client, RegisterOperation.Kind.READ, value, begin, next()));
    }

    /** Writes. A write that throws may have happened all the same. */
    void write(String client, Register register, long value) throws Exception {
        int begin = next();
        int end = RegisterOperation.UNANSWERED;
        try {
            register.write(value);
            end = next();
        } finally {
            add(new RegisterOperation(client, RegisterOperation.Kind.WRITE, value, begin, end));
        }
    }

    private synchronized int next() {
        return events++;
    }

    private synchronized void add(RegisterOperation operation) {
        operations.add(operation);
    }

    /** All operations, in the sequence of their beginnings. */
    synchronized List<RegisterOperation> operations() {
        return operations.stream()
                .sorted(Comparator.comparingInt(RegisterOperation::begin))
                .toList();
    }

    /** A line per client: time runs to the right, and a bar reaches from an operation's beginning to its end. */
    static String drawn(List<RegisterOperation> operations) {
        List<Integer> times = operations.stream()
                .flatMap(operation -> List.of(operation.begin(), operation.end()).stream())
                .sorted()
                .toList();
        Map<String, StringBuilder> lines = new TreeMap<>();
        for (RegisterOperation operation : operations) {
            StringBuilder line = lines.computeIfAbsent(operation.client(), _ -> new StringBuilder());
            int from = times.indexOf(operation.begin()) * COLUMNS_PER_EVENT;
            int to = times.indexOf(operation.end()) * COLUMNS_PER_EVENT;
            line.repeat(' ', from - line.length()).append('|').append(operation.label());
            line.repeat('-', to - line.length()).append('|');
        }
        StringBuilder text = new StringBuilder();
        lines.forEach((client, line) -> text.append("  ")
                .append(client)
                .repeat(' ', 6 - client.length())
                .append(line)
                .append('\n'));
        return text.toString();
    }
}
