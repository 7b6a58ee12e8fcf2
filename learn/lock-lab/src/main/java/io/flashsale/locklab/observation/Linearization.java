package io.flashsale.locklab.observation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Searches for one order of all operations on a register that every client can agree on, as Wing and Gong described it
 * in 1993.
 *
 * <p>In such an order each read returns what the last write before it wrote, and an operation that had ended before
 * another began comes before it. A write without an answer may have happened at any time after
 * its beginning, or never.
 *
 * <p>Guarantees: finds an order if there is one. Does not: answer soon. The search tries all orders in the worst case,
 * so it is for histories of some dozens of operations.
 */
final class Linearization {

    private final List<RegisterOperation> order = new ArrayList<>();

    private Linearization() {}

    /**
     * Returns such an order; empty if there is none.
     *
     * @param initial the value before the first write
     */
    static Optional<List<RegisterOperation>> of(List<RegisterOperation> history, long initial) {
        Linearization search = new Linearization();
        return search.continues(history, initial) ? Optional.of(search.order) : Optional.empty();
    }

    /** Whether the operations that are left can follow the order so far, which has led to this value. */
    private boolean continues(List<RegisterOperation> left, long value) {
        if (left.stream().allMatch(operation -> operation.end() == RegisterOperation.UNANSWERED)) {
            return true;
        }
        int firstEnd = left.stream().mapToInt(RegisterOperation::end).min().orElseThrow();
        for (RegisterOperation next : left) {
            boolean mayBeNext = next.begin() < firstEnd; // none of the others had ended before it began
            boolean isTrue = !next.isRead() || next.value() == value;
            if (mayBeNext && isTrue) {
                order.add(next);
                if (continues(without(left, next), next.value())) {
                    return true;
                }
                order.removeLast(); // a dead end: tries another one at this place
            }
        }
        return false;
    }

    /**
     * Returns a part of a history that has no order, and in which every read is needed for that. A write stays while one
     * of the reads returns its value: without it, the value would come from nowhere.
     */
    static List<RegisterOperation> contradiction(List<RegisterOperation> history, long initial) {
        List<RegisterOperation> part = history;
        for (RegisterOperation each : readsFirst(history)) {
            List<RegisterOperation> rest = without(part, each);
            boolean isNeeded =
                    !each.isRead() && rest.stream().anyMatch(other -> other.isRead() && other.value() == each.value());
            if (!isNeeded && of(rest, initial).isEmpty()) {
                part = rest;
            }
        }
        return part;
    }

    private static List<RegisterOperation> readsFirst(List<RegisterOperation> history) {
        return history.stream()
                .sorted(Comparator.comparing(RegisterOperation::kind))
                .toList();
    }

    private static List<RegisterOperation> without(List<RegisterOperation> operations, RegisterOperation one) {
        return operations.stream().filter(each -> each != one).toList();
    }
}
