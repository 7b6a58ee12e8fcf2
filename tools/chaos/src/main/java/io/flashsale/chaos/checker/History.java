package io.flashsale.chaos.checker;

import io.flashsale.chaos.checker.Operation.Kind;
import io.flashsale.client.Reply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All operations of one round, by shoppers and the administrator; thread-safe. */
public final class History {

    private static final long ROUNDING = 10;

    private final List<Operation> operations = new ArrayList<>();
    private final long begin = System.nanoTime();
    private final long begunAt = System.currentTimeMillis();

    /**
     * Runs an operation and records its outcome.
     *
     * @param id extracts the id of the order or coupon from the answer
     */
    public <T> OperationOutcome record(
            long user, Kind kind, long target, long amount, Supplier<Reply<T>> call, ToLongFunction<T> id) {
        long asked = now();
        OperationOutcome outcome = OperationOutcome.of(call, id);
        add(new Operation(user, kind, target, amount, asked, now(), outcome));
        return outcome;
    }

    /** Milliseconds since the start of the round. */
    public long now() {
        return (System.nanoTime() - begin) / 1_000_000;
    }

    /**
     * The time of a server as milliseconds since the start of the round; all servers are on this machine.
     *
     * @param epochMillis milliseconds since 1970
     */
    public long at(long epochMillis) {
        return epochMillis - begunAt;
    }

    /**
     * How far {@link #at} may be off, in milliseconds: all times are rounded, and the machine's clock may have been set
     * since the start of the round.
     */
    public long tolerance() {
        return ROUNDING + Math.abs(at(System.currentTimeMillis()) - now());
    }

    public synchronized void add(Operation operation) {
        operations.add(operation);
    }

    /** All finished operations, in the order of their start. */
    public synchronized List<Operation> operations() {
        return operations.stream()
                .sorted(Comparator.comparingLong(Operation::begin))
                .toList();
    }

    public Stream<Operation> of(Kind kind) {
        return operations().stream().filter(operation -> operation.kind() == kind);
    }

    /** The number of operations by kind and outcome, such as {@code RESERVE refused sold-out}. */
    public Map<String, Long> counts() {
        return operations().stream()
                .collect(Collectors.groupingBy(
                        operation ->
                                operation.kind() + " " + operation.outcome().described(),
                        TreeMap::new,
                        Collectors.counting()));
    }

    /** For each second of the round, the number of operations by outcome: ok, refused or undecided. */
    public Map<Long, Map<String, Integer>> perSecond() {
        Map<Long, Map<String, Integer>> seconds = new TreeMap<>();
        for (Operation operation : operations()) {
            seconds.computeIfAbsent(operation.end() / 1_000, second -> new LinkedHashMap<>())
                    .merge(operation.outcome().word(), 1, Integer::sum);
        }
        return seconds;
    }

    public long count(String word) {
        return operations().stream()
                .filter(operation -> operation.outcome().word().equals(word))
                .count();
    }
}
