package io.flashsale.chaos.checker;

import io.flashsale.chaos.checker.Operation.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All operations of one round, by shoppers and the administrator; thread-safe. */
public final class History {

    private final List<Operation> operations = new ArrayList<>();
    private final long begin = System.nanoTime();

    /** Runs an operation and records its outcome. */
    public OperationOutcome record(long user, Kind kind, long target, long amount, Supplier<OperationOutcome> call) {
        long asked = now();
        OperationOutcome outcome = call.get();
        add(new Operation(user, kind, target, amount, asked, now(), outcome));
        return outcome;
    }

    /** Milliseconds since the start of the round. */
    public long now() {
        return (System.nanoTime() - begin) / 1_000_000;
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
                        operation -> operation.kind() + " " + described(operation.outcome()),
                        TreeMap::new,
                        Collectors.counting()));
    }

    private static String described(OperationOutcome outcome) {
        return switch (outcome) {
            case OperationOutcome.Ok _ -> "ok";
            case OperationOutcome.Refused(String problem, long _) -> "refused " + problem;
            case OperationOutcome.Undecided(String why) -> "undecided " + why;
        };
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
